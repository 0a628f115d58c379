import type { WebsiteDays } from "../counting/website-days.ts";
import { countsManyEvents, hasOpenDay, type RangeState, waitsForValues } from "./day-state.ts";

export interface CachedRange extends RangeState {
  /** Both on the clock of `performance.now()`. */
  readonly readMs: number;
  readonly untilMs: number;
}

/** Shorter than the life of a superseded roll-up, so that no answer reads a deleted one. */
const cachedForMs = 10 * 60_000;
/** A newer open-day roll-up leaves fewer events to count. */
const openDayCachedForMs = 60_000;
/** A roll-up of other conditions is replaced within a minute, which makes answers quicker. */
const staleCachedForMs = 5_000;
const rangesMax = 1_000;
const rangeDaysMax = 400;

/**
 * Caches the states of ranges of days. A cached state is a guess: its user has to prove it by
 * counting the events of the days again.
 */
export class RangeCache {
  readonly #ranges = new Map<string, CachedRange>();

  find(range: WebsiteDays): CachedRange | undefined {
    const cached = this.#ranges.get(keyOf(range));
    if (cached === undefined || performance.now() >= cached.untilMs) return undefined;
    const mayHaveOpenDay = range.countsFrom === undefined && range.conditions === undefined;
    if (!mayHaveOpenDay && hasOpenDay(cached.states)) return undefined;
    const isOld = performance.now() - cached.readMs >= staleCachedForMs;
    return isOld && waitsForValues(cached.states, range.conditions) ? undefined : cached;
  }

  /**
   * Replaces a cached state by one with newer numbers of events. It expires when the old one would.
   */
  update(range: WebsiteDays, old: CachedRange, state: RangeState): void {
    const key = keyOf(range);
    if (this.#ranges.get(key) !== old) return;
    if (countsManyEvents(state.states)) this.#ranges.delete(key);
    else this.#ranges.set(key, { ...state, readMs: old.readMs, untilMs: old.untilMs });
  }

  /**
   * Stores a state that was just read. A day with many events to count may be rolled up soon, so
   * its range is not cached.
   */
  add(
    range: WebsiteDays,
    state: RangeState,
    { waitsForRollup }: { waitsForRollup: boolean },
  ): void {
    const key = keyOf(range);
    this.#ranges.delete(key);
    const { states } = state;
    if (states.length > rangeDaysMax || waitsForRollup || countsManyEvents(states)) return;
    const forMs = hasOpenDay(states) ? openDayCachedForMs : cachedForMs;
    const readMs = performance.now();
    this.#ranges.set(key, { ...state, readMs, untilMs: readMs + forMs });
    const [oldest] = this.#ranges.keys();
    if (this.#ranges.size > rangesMax && oldest !== undefined) this.#ranges.delete(oldest);
  }
}

function keyOf({ websiteId, from, to, excludesImports = false }: WebsiteDays): string {
  return `${websiteId} ${from} ${to} ${excludesImports}`;
}
