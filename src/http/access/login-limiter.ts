import { hashPassword, verifyPassword } from "../../access/password.ts";
import { ConcurrencyLimiter, type Rank } from "../../base/async/concurrency-limiter.ts";
import { Problem } from "../../base/errors.ts";
import { type Attempt, attemptLimitsOf, checkLimits } from "./login-limits.ts";
import { Attempts } from "./sign-in-attempts.ts";

/**
 * Limits the guessing of keys and passwords. A server has one, in the primary: with one in each
 * process, every limit would be multiplied by the number of processes.
 */
export interface LoginLimiter {
  /**
   * Counts an attempt. `target` says what it is at, and of which address, see `attemptKey`. Throws
   * `Problem` TOO_MANY_ATTEMPTS if there were too many.
   */
  countAttempt(attempt: Attempt, target: string): Promise<void>;
  /**
   * Forgets the attempts, because the last one was right; or that one alone, if its secret opens
   * another door than the attempts before may have been at.
   */
  forgiveAttempts(attempt: Attempt, target: string, which?: "last" | "all"): Promise<void>;
  /**
   * Resolves with whether the password fits the hash. Checks and hashing run off the event loop,
   * one at a time. Throws `Problem` OVERLOADED if too many wait. The first rank is for people who
   * are known already, so that strangers who try passwords do not keep them waiting.
   */
  checkPassword(password: string, hash: string, rank?: Rank): Promise<boolean>;
  /**
   * Resolves with the hash of a password, in the same queue and the first rank. All passwords of a
   * server are hashed here: those of people, websites and shared links.
   */
  hashPassword(password: string): Promise<string>;
}

export function createLoginLimiter(now: () => number): LoginLimiter {
  const names = Object.keys(attemptLimitsOf) as Attempt[];
  const attempts = new Map(names.map((name) => [name, new Attempts(attemptLimitsOf[name], now)]));
  const checks = new ConcurrencyLimiter(checkLimits);
  return {
    async countAttempt(attempt, target) {
      const waitMs = attempts.get(attempt)?.take(target) ?? 0;
      if (waitMs === 0) return;
      throw new Problem("TOO_MANY_ATTEMPTS", { retryAfterS: Math.ceil(waitMs / 1000) });
    },
    async forgiveAttempts(attempt, target, which = "all") {
      attempts.get(attempt)?.forgive(target, which);
    },
    checkPassword: (password, hash, rank = "second") =>
      checks.run(() => verifyPassword(password, hash), undefined, rank),
    hashPassword: (password) => checks.run(() => hashPassword(password)),
  };
}
