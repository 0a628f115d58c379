import { hashPassword } from "../../access/password.ts";
import { ConcurrencyLimiter } from "../../base/async/concurrency-limiter.ts";
import { passwordCharactersMax } from "../../model/limits.ts";

/** A hash takes 128 MiB of memory, and some tenths of a second. */
const hashes = new ConcurrencyLimiter({ runningMax: 1, waitingMax: 100, waitMsMax: 10_000 });

/**
 * Resolves with the hash of a password in a body, and with "" if the body clears it. Resolves with
 * undefined if it is not sent, or is none: the schema refuses it then.
 */
export async function passwordHashOf({
  password,
}: {
  readonly password?: unknown;
}): Promise<string | undefined> {
  if (password === null || password === "") return "";
  if (typeof password !== "string") return undefined;
  if (password.length > passwordCharactersMax) return undefined;
  return hashes.run(() => hashPassword(password));
}
