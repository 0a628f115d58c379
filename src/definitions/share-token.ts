import { randomBytes } from "node:crypto";

const idBytes = 4;
const secretBytes = 16;
/** The form of these bytes in base64url. */
const tokenForm = /^[\w-]{27}$/;

/** Returns a token: the id of the website that it leads to, and 128 random bits. */
export function newShareToken(websiteId: number): string {
  const id = Buffer.alloc(idBytes);
  id.writeUInt32BE(websiteId);
  return Buffer.concat([id, randomBytes(secretBytes)]).toString("base64url");
}

/** Returns the id of the website that a token leads to; undefined for text that is no token. */
export function websiteIdOf(token: string): number | undefined {
  return tokenForm.test(token) ? Buffer.from(token, "base64url").readUInt32BE(0) : undefined;
}
