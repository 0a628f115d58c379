import { createHash, randomBytes } from "node:crypto";

/** Returns a secret of this many random bytes, in base64url. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/**
 * Returns what the server stores of a secret: its SHA-256, in base64url. A random secret of 128
 * bits and more needs no slow hash. It is looked up by this, so no comparison tells by its time how
 * much of a guess is right.
 */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
