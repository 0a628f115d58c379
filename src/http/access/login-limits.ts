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
 * Limits of the exchange with the store in which Footfalls count attempts together: at most ten
 * inserts and a thousand attempts a second of each Footfall, whatever number of addresses tries.
 */
export const exchangeLimits = {
  /** The shortest time from the beginning of an exchange to that of the next one. */
  everyMs: 100,
  /** Attempts that wait for the next exchange. Past it, the Footfall counts by itself. */
  rowsMax: 100,
  /** The time after which the store counts as away. */
  timeoutMs: 2_000,
  /** The time for which a store that was away is not asked. */
  awayMs: 5_000,
  /** How often the Footfall asks for the addresses that another one has forgiven. */
  forgivenEveryMs: 1_000,
  forgivenKeysMax: 1_000,
} as const;

/**
 * Limits of password checks. Each takes a core for some tenths of a second, 128 MiB of memory and
 * one of the threads that write to the disk.
 */
export const checkLimits: ConcurrencyLimits = { runningMax: 1, waitingMax: 20, waitMsMax: 10_000 };

/** The life of a token, and of the cookie that holds it. */
export const tokenDays = 30;
export const tokenLifeS = tokenDays * (dayMs / 1000);
