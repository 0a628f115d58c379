import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/**
 * How new hashes are made, by OWASP's first choice of parameters for scrypt (128 MiB). Tests of
 * other things lower `N`, as a hash takes a third of a second.
 */
export const scryptParameters = { N: 2 ** 17, r: 8, p: 1 };
const keyBytes = 32;

/** Resolves with `scrypt$N$r$p$SALT$HASH`; salt and hash are in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { N, r, p } = scryptParameters;
  const key = await derive(password, salt, { N, r, p });
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
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
