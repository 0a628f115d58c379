/** What comes of a request may be worked on after its sender has left. */
const aftermathMs = 100;
const rememberedMs = 5_000;

interface Flight<T> {
  readonly what: T;
  readonly startMs: number;
  endMs: number;
}

/** What was under way when. */
export class Flights<T> {
  readonly #now: () => number;
  #flights: Flight<T>[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Returns the function that ends it. */
  begin(what: T): () => void {
    const startMs = this.#now();
    this.#flights = this.#flights.filter(({ endMs }) => endMs > startMs - rememberedMs);
    const flight = { what, startMs, endMs: Number.POSITIVE_INFINITY };
    this.#flights.push(flight);
    return () => {
      flight.endMs = this.#now();
    };
  }

  /** What was under way at some moment of the time, or had just ended. */
  during(startMs: number, endMs: number): T[] {
    return this.#flights
      .filter((flight) => flight.startMs <= endMs && flight.endMs + aftermathMs >= startMs)
      .map(({ what }) => what);
  }
}
