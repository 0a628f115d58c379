import { createHmac } from "node:crypto";

import { ConcurrencyLimiter } from "../../base/async/concurrency-limiter.ts";
import { Problem } from "../../base/errors.ts";
import { verifyPassword } from "../../websites/password.ts";
import type { AttemptExchange } from "./attempt-exchange.ts";
import { attemptLimits, checkLimits, keyLimits } from "./login-limits.ts";
import { SharedAttempts } from "./shared-attempts.ts";
import {
  type AttemptCounter,
  type AttemptLimits,
  Attempts,
  attemptKey,
} from "./sign-in-attempts.ts";

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

/** The parts with which Footfalls count attempts together. */
export interface SharedCount {
  readonly exchange: AttemptExchange;
  /** Hides targets and addresses from the store. Footfalls with the same one count together. */
  readonly attemptSecret: string;
}

/** Returns a limiter that counts by itself, or together with all Footfalls on the same store. */
export function createLoginLimiter(now: () => number, shared?: SharedCount): LoginLimiter {
  const counterOf = (limits: AttemptLimits): AttemptCounter => {
    const own = new Attempts(limits, now);
    if (shared === undefined) return own;
    return new SharedAttempts({ own, exchange: shared.exchange, limits, now });
  };
  const keyOf = (target: string, address: string): string => {
    const key = attemptKey(target, address);
    return shared === undefined ? key : hide(key, shared.attemptSecret);
  };
  const attempts = counterOf(attemptLimits);
  const keys = counterOf(keyLimits);
  const attemptsAt = (target: string) => (target === bearerTarget ? keys : attempts);
  const checks = new ConcurrencyLimiter(checkLimits);
  return {
    async countAttempt(target, address) {
      const waitMs = await attemptsAt(target).take(keyOf(target, address));
      if (waitMs === 0) return;
      throw new Problem("TOO_MANY_ATTEMPTS", { retryAfterS: Math.ceil(waitMs / 1000) });
    },
    async forgiveAttempts(target, address) {
      await attemptsAt(target).forgive(keyOf(target, address));
    },
    checkPassword: (password, hash) => checks.run(() => verifyPassword(password, hash)),
  };
}

/** Returns the first 16 bytes of an HMAC, which no two of some million texts have in common. */
function hide(text: string, key: string): string {
  const mac = createHmac("sha256", key).update(text).digest();
  return mac.subarray(0, 16).toString("base64url");
}
