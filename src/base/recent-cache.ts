/**
 * A bounded cache of recently used entries. It has two maps: when the younger is full, it becomes
 * the older.
 *
 * A hit costs one look-up and moves nothing within a map. The linked list of an LRU cache took a
 * tenth of the time that an event takes.
 */
export class RecentCache<Value> {
  readonly #generationMax: number;
  readonly #weigh: (value: Value) => number;
  #young = new Map<string, Value>();
  #youngWeight = 0;
  #old = new Map<string, Value>();

  /**
   * Creates a cache whose entries weigh at most `weightMax` together. Entries that weigh half of it
   * stay at least. Each weighs 1, or what `weigh` returns. Throws RangeError if `weightMax` is
   * below 2.
   */
  constructor(weightMax: number, weigh: (value: Value) => number = () => 1) {
    if (!Number.isSafeInteger(weightMax) || weightMax < 2) {
      throw new RangeError(`a cache holds a weight of at least 2, not ${weightMax}`);
    }
    this.#generationMax = Math.floor(weightMax / 2);
    this.#weigh = weigh;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Stores an entry; one that weighs more than half of the limit is not stored. */
  set(key: string, value: Value): void {
    const weight = this.#weigh(value);
    const replaced = this.#young.get(key);
    if (replaced !== undefined) this.#youngWeight -= this.#weigh(replaced);
    this.#young.delete(key);
    this.#old.delete(key);
    if (weight > this.#generationMax) return;
    if (this.#youngWeight + weight > this.#generationMax) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngWeight = 0;
    }
    this.#young.set(key, value);
    this.#youngWeight += weight;
  }
}
