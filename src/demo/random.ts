/**
 * A source of random numbers (mulberry32). The same seed gives the same numbers in each run, so
 * that a demo can be repeated.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a number from 0 up to 1, with 1 excluded. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns whether something with this chance happens. */
  happens(chance: number): boolean {
    return this.next() < chance;
  }

  /** Returns an integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** Returns a number that is far more often small than large, and `mean` on average. */
  exponential(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }

  /** Returns one of the choices, as often as its weight demands. */
  pick<T>(choices: readonly Weighted<T>[]): T {
    const total = choices.reduce((sum, [weight]) => sum + weight, 0);
    let left = this.next() * total;
    for (const [weight, choice] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    throw new Error("there is nothing to pick");
  }
}

export type Weighted<T> = readonly [weight: number, choice: T];
