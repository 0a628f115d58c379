import type { ConcurrencyLimits } from "../../base/async/concurrency-limiter.ts";
import { dayMs } from "../../base/calendar.ts";
import { testMessagesMax } from "../../model/limits.ts";
import type { AttemptLimits } from "./sign-in-attempts.ts";

/**
 * Limits of attempts to sign in and to unlock a website. Ten are enough for a person who mistypes,
 * and forty an hour are too few for guessing. A count takes some 150 bytes, so all counts together
 * take 15 MB.
 */
const attemptLimits: AttemptLimits = {
  attemptsMax: 10,
  windowMs: 15 * 60_000,
  countsMax: 100_000,
};

/** The limits of attempts, by what is attempted. */
export const attemptLimitsOf = {
  /** Signing in, of an address. */
  signIn: attemptLimits,
  /** Unlocking a website or a shared link, of an address. */
  unlock: attemptLimits,
  /** Signing in to an account, of all addresses together. */
  account: { ...attemptLimits, attemptsMax: 50 },
  /** Signing in to an account, of a browser that has signed in to it before. */
  device: attemptLimits,
  /**
   * Wrong API keys in requests, of an address. There are more, because programs repeat an old key
   * after somebody has changed it.
   */
  bearer: { ...attemptLimits, attemptsMax: 100 },
  /** Mails with a link for a new password, to a person. */
  reset: { ...attemptLimits, attemptsMax: 3, windowMs: 60 * 60_000 },
  /** Messages that try something out, of a caller: they go to any address that it names. */
  test: { ...attemptLimits, attemptsMax: testMessagesMax, windowMs: 60 * 60_000 },
} as const satisfies Readonly<Record<string, AttemptLimits>>;

export type Attempt = keyof typeof attemptLimitsOf;

/**
 * Limits of password checks. Each takes a core for some tenths of a second, 128 MiB of memory and
 * one of the threads that write to the disk.
 */
export const checkLimits: ConcurrencyLimits = { runningMax: 1, waitingMax: 20, waitMsMax: 10_000 };

/** The life of a token, and of the cookie that holds it. */
export const tokenDays = 30;
export const tokenLifeS = tokenDays * (dayMs / 1000);

/** The life of the cookie by which a browser is known to have signed in to an account. */
export const deviceLifeS = 365 * (dayMs / 1000);
