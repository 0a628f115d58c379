import { hash } from "node:crypto";

import { Problem } from "../../base/errors.ts";
import type { PipelineStep } from "../draft.ts";

const digest = Buffer.alloc(32);

/**
 * Fills in the visitor: the first 64 bits of SHA-256 over the day's salt, website, IP address and
 * agent.
 *
 * The salt is destroyed after the day is over. Without it, the number reveals neither IP address
 * nor agent. Throws `Problem` STORE_UNAVAILABLE if the salt is "", which means that it expired
 * after it was loaded.
 */
export function visitor(saltOf: (day: number) => string): PipelineStep {
  return ({ website, ip, userAgent = "", row }) => {
    const salt = saltOf(row.date);
    // A hash without salt could be undone by trying all IP addresses. The client's next attempt
    // loads a new salt.
    if (salt === "") throw new Problem("STORE_UNAVAILABLE");
    row.visitor = visitorOf(salt, website.id, { ip, userAgent });
    return undefined;
  };
}

/** Returns the visitor of a day on a website. */
export function visitorOf(
  salt: string,
  websiteId: number,
  { ip, userAgent }: { readonly ip: string; readonly userAgent: string },
): bigint {
  const identity = `${salt}\n${websiteId}\n${ip}\n${userAgent}`;
  // Takes the hash as text with one character for each byte: a digest in a Buffer of its own takes
  // twice the time.
  digest.write(hash("sha256", identity, "binary"), "latin1");
  return digest.readBigUInt64LE(0);
}
