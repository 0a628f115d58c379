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
  /** Whether it has failed by itself, so that it would take others with it. */
  readonly isAlone: boolean;
  /** When it is tried again. */
  readonly againMs: number;
}

/** A roll-up that fails, because it needs too much memory, would fail again at once. */
const againAfterMsMin = 10 * 60_000;
/** A failed attempt leaves rows behind, which take disk for a day. */
const againAfterMsMax = 16 * againAfterMsMin;
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
    return failure !== undefined && this.#now() < failure.againMs;
  }

  /** Whether the day has failed by itself. Days that failed together may still fit together. */
  isAlone(name: string): boolean {
    return this.#failures.get(name)?.isAlone === true;
  }

  /**
   * Notes that the days failed, together or one alone. Returns how often the one has that failed
   * most. A day that fails alone again and again waits twice as long each time.
   */
  add(names: readonly string[]): number {
    const isAlone = names.length === 1;
    const counts = names.map((name) => {
      const times = (this.#failures.get(name)?.times ?? 0) + 1;
      const longerMs = isAlone ? againAfterMsMin * 2 ** (times - 1) : againAfterMsMin;
      const againMs = this.#now() + Math.min(longerMs, againAfterMsMax);
      this.#failures.set(name, { times, isAlone, againMs });
      return times;
    });
    return Math.max(...counts);
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
    for (const [name, { againMs }] of this.#failures) {
      if (this.#now() > againMs + forgottenAfterMs) this.#failures.delete(name);
    }
  }
}
