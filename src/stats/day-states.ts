import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { keyOn, noConditions } from "../counting/conditions.ts";
import { type WebsiteDays, withinDays } from "../counting/website-days.ts";
import type { HiddenMeta } from "../model/hidden-meta.ts";
import type { ImportsMeta } from "../model/imports-meta.ts";
import type { ArchivedRollup } from "../rollups/archived-rollups.ts";
import {
  type AcceptedRollup,
  acceptedRollupsSql,
  type DayCount,
  type DayEvents,
  dayEventsSql,
} from "../rollups/day-sql.ts";
import {
  countLater,
  isProven,
  isUsable,
  type OpenDay,
  readOpenDayRollups,
} from "../rollups/open-days/open-day-rollups.ts";
import { versionBetween, versionOf } from "./answer-version.ts";
import {
  type ArchivedDay,
  clippedStates,
  countsManyEvents,
  type DayState,
  hasOpenDay,
  hasValues,
  type RangeState,
  rangeStateOf,
  readsManyVisitorDays,
  withOpenDays,
  withoutOpenDays,
} from "./day-state.ts";
import type { TakeTurn, Weight } from "./query-scheduler.ts";
import { RangeCache } from "./range-cache.ts";

export interface Answer<T> {
  readonly value: T;
  /** See `versionOf`. */
  readonly version: string;
  /** Says which of its days were imported as totals; undefined if none was. */
  readonly imports?: ImportsMeta | undefined;
  /** Says what conditions hide; undefined if there are none, or they do not hide it. */
  readonly hidden?: HiddenMeta | undefined;
  /** Days that keep what they counted under other conditions than today's. */
  readonly keptDays?: number;
}

/** An answer, and the states of the days from which it was counted. */
export interface Counted<T> {
  readonly value: T;
  readonly version: string;
  readonly days: readonly DayState[];
}

/** Counts the answer to a query, given the states of its days. */
export type Count<T> = (states: readonly DayState[], limits: QueryLimits) => Promise<T>;

/** The contents of a range of days at one moment. */
interface DayCounts {
  readonly archived: readonly ArchivedDay[];
  /** Days with events that count. */
  readonly days: readonly DayCount[];
}

/**
 * Answers queries from roll-ups where these are true.
 *
 * A roll-up of a day is true as long as it counted as many events as the day has, after as many
 * removals. Each answer proves that again: the events are counted together with it. If the range is
 * in the cache, the query runs with the cached states while the events are counted. In the rare
 * case that the counts disprove the states, the query runs again with new ones.
 *
 * An open-day roll-up is proven after the query. The change by later events is computed from all
 * events, so an event that arrives during the query could be in only one of its two terms.
 */
export class DayStates {
  readonly #db: Database;
  readonly #openDayEventsMin: number;
  readonly #cache = new RangeCache();

  /** Days of at least `openDayEventsMin` events may have an open-day roll-up. */
  constructor(db: Database, openDayEventsMin = Number.POSITIVE_INFINITY) {
    this.#db = db;
    this.#openDayEventsMin = openDayEventsMin;
  }

  /** Returns the states of the range's days now. */
  current(range: WebsiteDays, takeTurn: TakeTurn): Promise<RangeState> {
    return takeTurn("light", (limits) => this.#read(range, limits));
  }

  /**
   * Returns the result of `count` for the days of the range, each in a state that was true
   * meanwhile. A caller that has just read the states passes them as `current`.
   */
  async answer<T>(
    range: WebsiteDays,
    takeTurn: TakeTurn,
    count: Count<T>,
    current?: RangeState,
  ): Promise<Counted<T>> {
    const run = async (all: RangeState) => {
      const every = clippedStates(all, range);
      const clipped = range.excludesArchived
        ? every.filter(({ isArchived }) => !isArchived)
        : every;
      const days =
        range.countsFrom === "events"
          ? clipped.map((state) => countedFromEvents(state, range))
          : clipped;
      const value = await takeTurn(weightOf(range, days), (limits) => count(days, limits));
      return { value, days };
    };
    const proof = (state: RangeState) =>
      takeTurn("light", (limits) => this.#prove(range, limits, state));
    const cached = current === undefined ? this.#cache.find(range) : undefined;
    if (cached !== undefined) {
      const [counted, proven] = hasOpenDay(cached.states)
        ? [await run(cached), await proof(cached)]
        : await Promise.all([run(cached), proof(cached)]);
      if (proven !== undefined) {
        this.#cache.update(range, cached, proven);
        const version = versionBetween(cached.states, proven.states, range.conditions);
        return { ...counted, version };
      }
    }
    const read = current ?? (await this.current(range, takeTurn));
    const counted = { ...(await run(read)), version: versionOf(read.states, range.conditions) };
    if (!hasOpenDay(read.states)) return counted;
    if ((await proof(read)) !== undefined) return counted;
    const without = withoutOpenDays(read);
    return { ...(await run(without)), version: versionOf(without.states, range.conditions) };
  }

  async #read(range: WebsiteDays, limits: QueryLimits): Promise<RangeState> {
    const [{ archived, days }, rollups] = await Promise.all([
      this.#countDays(range, limits),
      this.#db.rows<AcceptedRollup>(acceptedRollupsSql(range), limits),
    ]);
    const present = presentOf({ archived, days }, rollups);
    const openDays = await this.#readOpenDays(range, present, limits);
    const state = rangeStateOf(archived, withOpenDays(present, openDays));
    const waitsForRollup = state.states.some((day) => this.#isBusy(day) && !day.openDay);
    this.#cache.add(range, state, { waitsForRollup });
    return state;
  }

  /** Returns the busy ones of these days, as far as an open-day roll-up is of use. */
  async #readOpenDays(
    range: WebsiteDays,
    days: readonly DayState[],
    limits: QueryLimits,
  ): Promise<readonly OpenDay[]> {
    const { conditions = [] } = range;
    // Increments know of no conditions.
    const isOfUse = (day: DayState) =>
      this.#isBusy(day) && keyOn(conditions, day.date) === noConditions;
    const busy = new Map(days.filter(isOfUse).map(({ date, removals }) => [date, removals]));
    if (busy.size === 0 || range.countsFrom !== undefined) return [];
    const rollups = await readOpenDayRollups(this.#db, withinDays(range), limits);
    const usable = rollups.filter(({ date, removals }) => busy.get(date) === removals);
    const openDays = await countLater(this.#db, range.websiteId, usable, limits);
    return openDays.filter((day) => isProven(day) && isUsable(day));
  }

  #isBusy({ rollupId, events }: DayState): boolean {
    return rollupId === undefined && events >= this.#openDayEventsMin;
  }

  /**
   * Returns the range with the numbers of events that its days have now, or undefined if these
   * disprove it.
   */
  async #prove(
    range: WebsiteDays,
    limits: QueryLimits,
    state: RangeState,
  ): Promise<RangeState | undefined> {
    const openDayRollups = state.present.flatMap(({ openDay }) => openDay?.rollup ?? []);
    const [counts, openDays] = await Promise.all([
      this.#countDays(range, limits),
      countLater(this.#db, range.websiteId, openDayRollups, limits),
    ]);
    return prove(state, counts, openDays);
  }

  async #countDays(range: WebsiteDays, limits: QueryLimits): Promise<DayCounts> {
    const rows = await this.#db.rows<DayEvents>(dayEventsSql(range), limits);
    return countsOf(rows);
  }
}

/** Returns the states of a website's days, as the database has just told them. */
export function statesOf(
  rows: readonly DayEvents[],
  rollups: readonly AcceptedRollup[],
): readonly DayState[] {
  const counts = countsOf(rows);
  return rangeStateOf(counts.archived, presentOf(counts, rollups)).states;
}

function presentOf({ archived, days }: DayCounts, rollups: readonly AcceptedRollup[]): DayState[] {
  const archivedIds = new Set(archived.map(({ rollupId }) => rollupId));
  const newest = newestOf(rollups.filter(({ rollupId }) => !archivedIds.has(rollupId)));
  return days.map(({ date, events, removals }) => {
    const rollup = newest.get(date);
    const isTrue = rollup?.events === events && rollup.removals === removals;
    if (!isTrue) return { date, events, removals, rollupId: undefined };
    const { rollupId, conditions, hiddenVisitors, hiddenEvents } = rollup;
    if (conditions === noConditions) return { date, events, removals, rollupId };
    const hidden = { conditions, visitors: hiddenVisitors, events: hiddenEvents };
    return { date, events, removals, rollupId, hidden };
  });
}

function countsOf(rows: readonly DayEvents[]): DayCounts {
  const removals = new Map<string, number>();
  for (const { date, gone } of rows) {
    if (gone === 2) removals.set(date, (removals.get(date) ?? 0) + 1);
  }
  const archived = rows
    .filter(isArchived)
    .map((row) => ({ ...row, removals: removals.get(row.date) ?? 0 }));
  const leaving = new Set(archived.filter(({ gone }) => gone === 0).map(({ date }) => date));
  const days = rows
    .filter(({ rollupId, date }) => rollupId === "" && !leaving.has(date))
    .map(({ date, events }) => ({ date, events, removals: removals.get(date) ?? 0 }));
  return { archived, days };
}

/** Whether the row is an archived roll-up. */
function isArchived(row: DayEvents): row is ArchivedRollup {
  return row.rollupId !== "" && row.gone !== 2;
}

/**
 * Returns the newest roll-up of each day: of those that began after most removals, the one that
 * counted most. Retention takes events out of a day only together with the roll-up that stands for
 * them.
 */
function newestOf(rollups: readonly AcceptedRollup[]): ReadonlyMap<string, AcceptedRollup> {
  const newest = new Map<string, AcceptedRollup>();
  for (const rollup of rollups) {
    const other = newest.get(rollup.date);
    if (other === undefined || isNewer(rollup, other)) newest.set(rollup.date, rollup);
  }
  return newest;
}

function isNewer(a: AcceptedRollup, b: AcceptedRollup): boolean {
  if (a.removals !== b.removals) return a.removals > b.removals;
  if (a.events !== b.events) return a.events > b.events;
  return a.rolledAtMs > b.rolledAtMs;
}

function countedFromEvents(state: DayState, { totalsOf }: WebsiteDays): DayState {
  const { rollupId: _, hidden: __, openDay: ___, importId, ...counted } = state;
  const isRead = totalsOf !== undefined && importId !== undefined;
  return isRead ? state : { ...counted, rollupId: undefined };
}

/** For an open-day roll-up, later visitors are looked up among all of the day's. */
function weightOf({ countsFrom, conditions }: WebsiteDays, states: readonly DayState[]): Weight {
  const isRead = (state: DayState) =>
    countsFrom === "visitor_days" || !hasValues(state, conditions);
  const readsMany = readsManyVisitorDays(states.filter(isRead));
  return readsMany || hasOpenDay(states) || countsManyEvents(states) ? "heavy" : "light";
}

/**
 * Returns the range with these newer counts. Returns undefined if they disprove it: a day is new
 * or gone, or a roll-up has not counted all events that are there.
 */
function prove(
  { present, archived }: RangeState,
  counts: DayCounts,
  openDays: readonly OpenDay[],
): RangeState | undefined {
  if (openDays.length !== present.filter(({ openDay }) => openDay !== undefined).length)
    return undefined;
  if (!openDays.every(isProven)) return undefined;
  if (archived.length !== counts.archived.length) return undefined;
  const byId = new Map(archived.map((day) => [day.rollupId, day]));
  const isSame = ({ rollupId, gone, removals }: ArchivedDay) => {
    const before = byId.get(rollupId);
    return before?.gone === gone && before.removals === removals;
  };
  if (!counts.archived.every(isSame)) return undefined;
  // Undoing an import may leave nothing of a day.
  if (counts.days.length !== present.length) return undefined;
  const byDate = new Map(present.map((state) => [state.date, state]));
  const isTrue = counts.days.every(({ date, events, removals }) => {
    const state = byDate.get(date);
    if (state?.removals !== removals) return false;
    return state.rollupId === undefined || state.events === events;
  });
  if (!isTrue) return undefined;
  const counted = counts.days.map((day): DayState => {
    const { rollupId, hidden } = byDate.get(day.date) ?? { rollupId: undefined };
    return { ...day, rollupId, ...(hidden && { hidden }) };
  });
  return rangeStateOf(archived, withOpenDays(counted, openDays));
}
