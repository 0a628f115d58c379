import type { ConcurrencyLimits } from "../../base/async/concurrency-limiter.ts";
import { dayMs } from "../../base/calendar.ts";
import type { AttemptLimits } from "./sign-in-attempts.ts";

/**
 * Limits of attempts to sign in and to unlock a website. Ten are enough for a person who mistypes,
 * and forty an hour are too few for guessing. A count takes some 150 bytes, so all counts together
 * take 15 MB.
 */
export const attemptLimits: AttemptLimits = {
  attemptsMax: 10,
  windowMs: 15 * 60_000,
  countsMax: 100_000,
};

/**
 * Limits of wrong API keys in requests. More of them are allowed, because programs repeat an old
 * key after somebody has changed it.
 */
export const keyLimits: AttemptLimits = { ...attemptLimits, attemptsMax: 100 };

/**
 * Limits of password checks. Each takes a core for some tenths of a second, 128 MiB of memory and
 * one of the threads that write to the disk.
 */
export const checkLimits: ConcurrencyLimits = { runningMax: 1, waitingMax: 20, waitMsMax: 10_000 };

/** The life of a token, and of the cookie that holds it. */
export const tokenDays = 30;
export const tokenLifeS = tokenDays * (dayMs / 1000);
