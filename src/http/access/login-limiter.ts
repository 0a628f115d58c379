import { ConcurrencyLimiter } from "../../base/async/concurrency-limiter.ts";
import { Problem } from "../../base/errors.ts";
import { verifyPassword } from "../../websites/password.ts";
import { attemptLimits, checkLimits, keyLimits } from "./login-limits.ts";
import { Attempts, attemptKey } from "./sign-in-attempts.ts";

/** The target of attempts with an API key in the header of a request. */
export const bearerTarget = "bearer";

/**
 * Limits the guessing of keys and passwords. A server has one, in the primary: with one in each
 * process, every limit would be multiplied by the number of processes.
 */
export interface LoginLimiter {
  /**
   * Counts an attempt of an address at a target. Throws `Problem` TOO_MANY_ATTEMPTS if there were
   * too many.
   */
  countAttempt(target: string, address: string): Promise<void>;
  /** Forgets the attempts of an address at a target, because the last one was right. */
  forgiveAttempts(target: string, address: string): Promise<void>;
  /**
   * Resolves with whether the password fits the hash. The checks run off the event loop, one at a
   * time. Throws `Problem` OVERLOADED if too many wait.
   */
  checkPassword(password: string, hash: string): Promise<boolean>;
}

export function createLoginLimiter(now: () => number): LoginLimiter {
  const attempts = new Attempts(attemptLimits, now);
  const keys = new Attempts(keyLimits, now);
  const attemptsAt = (target: string) => (target === bearerTarget ? keys : attempts);
  const checks = new ConcurrencyLimiter(checkLimits);
  return {
    async countAttempt(target, address) {
      const waitMs = attemptsAt(target).take(attemptKey(target, address));
      if (waitMs === 0) return;
      throw new Problem("TOO_MANY_ATTEMPTS", { retryAfterS: Math.ceil(waitMs / 1000) });
    },
    async forgiveAttempts(target, address) {
      attemptsAt(target).forgive(attemptKey(target, address));
    },
    checkPassword: (password, hash) => checks.run(() => verifyPassword(password, hash)),
  };
}
