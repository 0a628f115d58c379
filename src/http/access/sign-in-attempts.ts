import { hashOf } from "../../access/secret.ts";
import { comparableEmail } from "../../base/email-address.ts";
import { canonicalIp } from "../../base/net/ip-address.ts";

export interface AttemptLimits {
  /** The attempts that one address has at one target within the window. */
  readonly attemptsMax: number;
  /** The time after the first attempt at which all of them are forgotten. */
  readonly windowMs: number;
  /**
   * Pairs of address and target that are counted at once. Past it, the oldest count is forgotten.
   */
  readonly countsMax: number;
}

interface Count {
  attempts: number;
  readonly endsMs: number;
}

/** Counts attempts by key, which stands for an address at a target. */
export class Attempts {
  readonly #limits: AttemptLimits;
  readonly #now: () => number;
  /**
   * The counts in the order of their beginnings, and so of their ends, because all windows have the
   * same length.
   */
  readonly #counts = new Map<string, Count>();

  constructor(limits: AttemptLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Counts an attempt. Returns 0, or the milliseconds to wait if there were too many attempts.
   *
   * The caller counts an attempt before it checks the secret. Otherwise a client could make more
   * attempts at once than it may make in a row.
   */
  take(key: string): number {
    const nowMs = this.#now();
    this.#forgetEnded(nowMs);
    const count = this.#countOf(key, nowMs);
    if (count.attempts >= this.#limits.attemptsMax) return count.endsMs - nowMs;
    count.attempts += 1;
    return 0;
  }

  /** Forgets attempts with a key, because the last one was right: the last one, or all. */
  forgive(key: string, which: "last" | "all" = "all"): void {
    const count = this.#counts.get(key);
    if (which === "all") this.#counts.delete(key);
    else if (count !== undefined) count.attempts = Math.max(0, count.attempts - 1);
  }

  #countOf(key: string, nowMs: number): Count {
    const current = this.#counts.get(key);
    if (current !== undefined && current.endsMs > nowMs) return current;
    this.#counts.delete(key);
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size >= this.#limits.countsMax) {
      this.#counts.delete(oldest);
    }
    const count = { attempts: 0, endsMs: nowMs + this.#limits.windowMs };
    this.#counts.set(key, count);
    return count;
  }

  #forgetEnded(nowMs: number): void {
    for (const [key, { endsMs }] of this.#counts) {
      if (endsMs > nowMs) return;
      this.#counts.delete(key);
    }
  }
}

/** Returns the key of the attempts of an address at a target. */
export function attemptKey(target: string, address: string): string {
  return `${target} ${networkOf(address)}`;
}

/** Returns the key of the attempts at an account, which is short for any e-mail address. */
export function accountKey(email: string): string {
  return hashOf(comparableEmail(email));
}

/** Returns an IPv4 address, or the /64 network of an IPv6 address: its owner has all of it. */
function networkOf(address: string): string {
  const ip = canonicalIp(address) ?? address;
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? [] : tail.split(":");
    groups.push(...Array<string>(8 - groups.length - after.length).fill("0"), ...after);
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}
