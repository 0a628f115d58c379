/** A website's day. */
interface NamedDay {
  readonly websiteId: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/** Returns the name by which failures know a day. */
export function nameOf({ websiteId, date }: NamedDay): string {
  return `${websiteId} ${date}`;
}

interface Failure {
  /** How often the day has failed since it was last rolled up. */
  readonly times: number;
  readonly lastMs: number;
}

/** A roll-up that fails, because it needs too much memory, would fail again at once. */
const againAfterMs = 10 * 60_000;
/** A day that does not wait any more, as its website was deleted, is tried no more either. */
const forgottenAfterMs = 60 * 60_000;

/** Remembers which days could not be rolled up, until they are. */
export class DayFailures {
  readonly #now: () => number;
  readonly #failures = new Map<string, Failure>();
  readonly #atOthers = new Set<string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Days that have failed and are not rolled up yet. */
  get size(): number {
    return this.#failures.size;
  }

  /** Whether the day failed a short while ago, or another process rolls it up. */
  mustWait(name: string): boolean {
    if (this.#atOthers.has(name)) return true;
    const failure = this.#failures.get(name);
    return failure !== undefined && this.#now() < failure.lastMs + againAfterMs;
  }

  /** Returns how often the day has failed since it was last rolled up. */
  timesOf(name: string): number {
    return this.#failures.get(name)?.times ?? 0;
  }

  /** Notes that the days failed. Returns how often the one has that failed most. */
  add(names: readonly string[]): number {
    const lastMs = this.#now();
    for (const name of names) this.#failures.set(name, { times: this.timesOf(name) + 1, lastMs });
    return Math.max(...names.map((name) => this.timesOf(name)));
  }

  /** Notes that another process is rolling the days up, until `begin` is called. */
  leave(names: readonly string[]): void {
    for (const name of names) this.#atOthers.add(name);
  }

  /** Notes that the days are rolled up. */
  remove(names: readonly string[]): void {
    for (const name of names) this.#failures.delete(name);
  }

  /** Begins to look for days again. */
  begin(): void {
    this.#atOthers.clear();
    for (const [name, { lastMs }] of this.#failures) {
      if (this.#now() > lastMs + forgottenAfterMs) this.#failures.delete(name);
    }
  }
}
