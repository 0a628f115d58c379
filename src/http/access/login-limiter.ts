import { ConcurrencyLimiter } from "../../concurrency-limiter.ts";
import { Problem } from "../../errors.ts";
import { verifyPassword } from "../../websites/password.ts";
import { Attempts } from "./attempts.ts";
import { attemptLimits, checkLimits, keyLimits } from "./limits.ts";

/** The target of those who send an API key with each request. */
export const bearerTarget = "bearer";

/**
 * What stands between those who guess and keys and passwords. There is one in a Footfall, however many processes
 * answer, so that its limits are limits.
 */
export interface LoginLimiter {
  /** Counts an attempt of an address at a target. Throws `Problem` TOO_MANY_ATTEMPTS. */
  countAttempt(target: string, address: string): Promise<void>;
  /** Forgets the attempts of an address at a target: the last one was right. */
  forgiveAttempts(target: string, address: string): Promise<void>;
  /** Whether this is the password, off the event loop and one at a time. Throws `Problem` OVERLOADED. */
  checkPassword(password: string, hash: string): Promise<boolean>;
}

export function createLoginLimiter(now: () => number): LoginLimiter {
  const attempts = new Attempts(attemptLimits, now);
  const keys = new Attempts(keyLimits, now);
  const attemptsAt = (target: string) => (target === bearerTarget ? keys : attempts);
  const checks = new ConcurrencyLimiter(checkLimits);
  return {
    async countAttempt(target, address) {
      const waitMs = attemptsAt(target).take(target, address);
      if (waitMs === 0) return;
      throw new Problem("TOO_MANY_ATTEMPTS", { retryAfterS: Math.ceil(waitMs / 1000) });
    },
    async forgiveAttempts(target, address) {
      attemptsAt(target).forgive(target, address);
    },
    checkPassword: (password, hash) => checks.run(() => verifyPassword(password, hash)),
  };
}
