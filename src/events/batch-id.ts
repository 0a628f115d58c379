import { hash } from "node:crypto";

/** Returns a UUID (version 8, RFC 9562) that depends on the text alone, so a batch keeps its id. */
export function batchIdOf(text: string): string {
  const bytes = hash("sha256", text, "buffer");
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = bytes.toString("hex", 0, 16);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
