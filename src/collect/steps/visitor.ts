import { hash } from "node:crypto";

import { Problem } from "../../errors.ts";
import type { PipelineStep } from "../draft.ts";

const digest = Buffer.alloc(32);

/**
 * The visitor: the first 64 bits of SHA-256 over the day's salt, website, address and agent.
 * Without the salt, which is thrown away when the day is over, it says nothing about either.
 * Throws `Problem` STORE_UNAVAILABLE when the salt is "", that is, expired since it was loaded.
 */
export function visitor(saltOf: (day: number) => string): PipelineStep {
  return ({ website, ip, userAgent = "", row }) => {
    const salt = saltOf(row.date);
    // A hash without salt could be undone by trying all addresses. The next attempt loads a new one.
    if (salt === "") throw new Problem("STORE_UNAVAILABLE");
    const identity = `${salt}\n${website.id}\n${ip}\n${userAgent}`;
    // As text, a character a byte: a digest as a Buffer of its own takes twice the time.
    digest.write(hash("sha256", identity, "binary"), "latin1");
    row.visitor = digest.readBigUInt64LE(0);
    return undefined;
  };
}
