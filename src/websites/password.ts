import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

// OWASP's first choice of parameters for scrypt: N = 2^17, r = 8, p = 1 (128 MiB).
const cost = 2 ** 17;
const blockSize = 8;
const parallelization = 1;
const keyBytes = 32;

/** Resolves with `scrypt$N$r$p$SALT$HASH`; salt and hash are in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const parameters = { N: cost, r: blockSize, p: parallelization };
  const key = await derive(password, salt, parameters);
  return [
    "scrypt",
    cost,
    blockSize,
    parallelization,
    salt.toString("base64url"),
    key.toString("base64url"),
  ].join("$");
}

/** Resolves with true if the hash was made from this password. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt = "", expected = ""] = hash.split("$");
  if (scheme !== "scrypt") return false;
  const parameters = { N: Number(N), r: Number(r), p: Number(p) };
  const key = await derive(password, Buffer.from(salt, "base64url"), parameters);
  const expectedKey = Buffer.from(expected, "base64url");
  return key.length === expectedKey.length && timingSafeEqual(key, expectedKey);
}

function derive(
  password: string,
  salt: Buffer,
  parameters: { N: number; r: number; p: number },
): Promise<Buffer> {
  const options: ScryptOptions = { ...parameters, maxmem: 256 * parameters.N * parameters.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
