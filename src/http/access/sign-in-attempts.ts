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

/** Counts attempts by key, which stands for an address at a target. */
export interface AttemptCounter {
  /**
   * Counts an attempt. Returns 0, or the milliseconds to wait if there were too many attempts.
   *
   * The caller counts an attempt before it checks the secret. Otherwise a client could make more
   * attempts at once than it may make in a row.
   */
  take(key: string): number | Promise<number>;
  /** Forgets the attempts with a key, because the last one was right. */
  forgive(key: string): void | Promise<void>;
}

interface Count {
  attempts: number;
  endsMs: number;
  /** The number of the insert that brought the newest attempt to the store, if there is one. */
  block: number;
}

/** Counts attempts in memory. */
export class Attempts implements AttemptCounter {
  readonly #limits: AttemptLimits;
  readonly #now: () => number;
  /**
   * The counts in the order of their beginnings, and so of their ends, because all windows have the
   * same length. `refuseUntil` may end one earlier.
   */
  readonly #counts = new Map<string, Count>();

  constructor(limits: AttemptLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  take(key: string): number {
    const nowMs = this.#now();
    this.#forgetEnded(nowMs);
    const count = this.#countOf(key, nowMs);
    if (count.attempts >= this.#limits.attemptsMax) return count.endsMs - nowMs;
    count.attempts += 1;
    return 0;
  }

  forgive(key: string): void {
    this.#counts.delete(key);
  }

  /** Does the same unless the key has an attempt that came to the store later. */
  forgiveUpTo(key: string, block: number): void {
    const count = this.#counts.get(key);
    if (count !== undefined && count.block < block) this.#counts.delete(key);
  }

  /** Returns the time at which the attempts with the key are forgotten. */
  endOf(key: string): number {
    return this.#counts.get(key)?.endsMs ?? this.#now() + this.#limits.windowMs;
  }

  /** Notes where the newest attempt with the key stands in the store. */
  setBlock(key: string, block: number): void {
    const count = this.#counts.get(key);
    if (count !== undefined) count.block = Math.max(count.block, block);
  }

  /** Lets no attempt with the key through before this time. */
  refuseUntil(key: string, timeMs: number): void {
    const count = this.#counts.get(key);
    if (count === undefined) return;
    count.attempts = this.#limits.attemptsMax;
    count.endsMs = Math.min(count.endsMs, timeMs);
  }

  #countOf(key: string, nowMs: number): Count {
    const current = this.#counts.get(key);
    if (current !== undefined && current.endsMs > nowMs) return current;
    this.#counts.delete(key);
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size >= this.#limits.countsMax) {
      this.#counts.delete(oldest);
    }
    const count = { attempts: 0, endsMs: nowMs + this.#limits.windowMs, block: 0 };
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
