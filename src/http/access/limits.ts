import type { ConcurrencyLimits } from "../../concurrency-limiter.ts";
import type { AttemptLimits } from "./attempts.ts";

/**
 * Attempts to sign in, or at a website's password. Ten are enough for a person who mistypes, and
 * forty an hour too few to guess. A count takes some 150 bytes, so all of them take 15 MB.
 */
export const attemptLimits: AttemptLimits = {
  attemptsMax: 10,
  windowMs: 15 * 60_000,
  countsMax: 100_000,
};

/**
 * Wrong API keys that come with requests. There may be more of them, as programs repeat the same
 * wrong key after somebody changed it.
 */
export const keyLimits: AttemptLimits = { ...attemptLimits, attemptsMax: 100 };

/**
 * Checks of passwords. One takes a core for some tenths of a second, 128 MiB and one of the threads
 * that write to the disk.
 */
export const checkLimits: ConcurrencyLimits = { runningMax: 1, waitingMax: 20, waitMsMax: 10_000 };
