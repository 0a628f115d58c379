import type { AttemptExchange } from "./attempt-exchange.ts";
import type { AttemptCounter, AttemptLimits, Attempts } from "./sign-in-attempts.ts";

/**
 * Counts attempts over all Footfalls that share a store and a secret.
 *
 * Each attempt is counted in memory first, and then in the store. So an address that has no attempt
 * left costs the store nothing, and the count in memory stands in while the store is away.
 */
export class SharedAttempts implements AttemptCounter {
  readonly #own: Attempts;
  readonly #exchange: AttemptExchange;
  readonly #limits: AttemptLimits;
  readonly #now: () => number;

  constructor(deps: {
    own: Attempts;
    exchange: AttemptExchange;
    limits: AttemptLimits;
    now: () => number;
  }) {
    this.#own = deps.own;
    this.#exchange = deps.exchange;
    this.#limits = deps.limits;
    this.#now = deps.now;
  }

  async take(key: string): Promise<number> {
    const ownWaitMs = this.#own.take(key) && (await this.#takeIfForgiven(key));
    if (ownWaitMs > 0) return ownWaitMs;
    const row = { key, forgives: false, endsMs: this.#own.endOf(key) };
    const standing = await this.#exchange.add(row);
    if (standing === undefined) return 0;
    this.#own.setBlock(key, standing.block);
    if (standing.earlier < this.#limits.attemptsMax) return 0;
    this.#own.refuseUntil(key, standing.endsMs);
    return Math.max(1, standing.endsMs - this.#now());
  }

  async forgive(key: string): Promise<void> {
    this.#own.forgive(key);
    const endsMs = this.#now() + this.#limits.windowMs;
    await this.#exchange.add({ key, forgives: true, endsMs });
  }

  /** Counts an attempt of an address that has none left, in case another Footfall forgave it. */
  async #takeIfForgiven(key: string): Promise<number> {
    const block = (await this.#exchange.forgiven()).get(key);
    if (block !== undefined) this.#own.forgiveUpTo(key, block);
    return this.#own.take(key);
  }
}
