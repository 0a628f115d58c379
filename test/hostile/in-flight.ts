/** What comes of a request may be worked on after its sender has left. */
const aftermathMs = 100;
const rememberedMs = 5_000;

interface Entry<T> {
  readonly what: T;
  readonly startMs: number;
  endMs: number;
}

/** What was under way when. */
export class InFlight<T> {
  readonly #now: () => number;
  #inFlight: Entry<T>[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Returns the function that ends it. */
  begin(what: T): () => void {
    const startMs = this.#now();
    this.#inFlight = this.#inFlight.filter(({ endMs }) => endMs > startMs - rememberedMs);
    const entry = { what, startMs, endMs: Number.POSITIVE_INFINITY };
    this.#inFlight.push(entry);
    return () => {
      entry.endMs = this.#now();
    };
  }

  /** What was under way at some moment of the time, or had just ended. */
  during(startMs: number, endMs: number): T[] {
    return this.#inFlight
      .filter((entry) => entry.startMs <= endMs && entry.endMs + aftermathMs >= startMs)
      .map(({ what }) => what);
  }
}
