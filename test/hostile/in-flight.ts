/** The server may still work on a request after its sender has left. */
const aftermathMs = 100;
const rememberedMs = 5_000;

interface Entry<T> {
  readonly what: T;
  readonly startMs: number;
  endMs: number;
}

/** A record of the requests in flight at each moment. */
export class InFlight<T> {
  readonly #now: () => number;
  #inFlight: Entry<T>[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Returns the function that ends the request. */
  begin(what: T): () => void {
    const startMs = this.#now();
    this.#inFlight = this.#inFlight.filter(({ endMs }) => endMs > startMs - rememberedMs);
    const entry = { what, startMs, endMs: Number.POSITIVE_INFINITY };
    this.#inFlight.push(entry);
    return () => {
      entry.endMs = this.#now();
    };
  }

  /** Returns the requests in flight at some moment of the time, and those that had just ended. */
  during(startMs: number, endMs: number): T[] {
    return this.#inFlight
      .filter((entry) => entry.startMs <= endMs && entry.endMs + aftermathMs >= startMs)
      .map(({ what }) => what);
  }
}
