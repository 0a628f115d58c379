import { canonicalIp } from "../../ip-address.ts";

export interface AttemptLimits {
  /** Attempts of one address at one target within the window. */
  readonly attemptsMax: number;
  /** How long after the first of them all are forgotten. */
  readonly windowMs: number;
  /** Addresses and targets that are counted at once; past it, those that are counted longest are forgotten. */
  readonly countsMax: number;
}

interface Count {
  attempts: number;
  readonly endsMs: number;
}

/** Counts how often an address tried to get in somewhere, in memory alone. */
export class Attempts {
  readonly #limits: AttemptLimits;
  readonly #now: () => number;
  /** In the order of their ends, as all windows have one length. */
  readonly #counts = new Map<string, Count>();

  constructor(limits: AttemptLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Counts one, before its outcome is known, so that many at once get no further than many in a row. Returns how long
   * to wait in milliseconds when there were too many; else 0.
   */
  take(target: string, address: string): number {
    const nowMs = this.#now();
    this.#forgetEnded(nowMs);
    const count = this.#countOf(keyOf(target, address), nowMs);
    if (count.attempts >= this.#limits.attemptsMax) return count.endsMs - nowMs;
    count.attempts += 1;
    return 0;
  }

  /** Forgets those of an address: the last one was right. */
  forgive(target: string, address: string): void {
    this.#counts.delete(keyOf(target, address));
  }

  #countOf(key: string, nowMs: number): Count {
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
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

function keyOf(target: string, address: string): string {
  return `${target} ${networkOf(address)}`;
}

/** The address, or the /64 of an IPv6 address: whoever has one of those has all of it. */
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
