import { keyOn, noConditions } from "../counting/conditions.ts";
import type { Condition } from "../counting/filters.ts";
import type { ClippedRange } from "../counting/website-days.ts";
import type { ArchivedRollup } from "../rollups/archived-rollups.ts";
import type { DayCount, HiddenPart } from "../rollups/day-sql.ts";
import type { OpenDay } from "../rollups/open-days/open-day-rollups.ts";

/**
 * Where the numbers of a day come from. If retention deleted some of its events, a day has several
 * states, whose numbers add up. Each archived roll-up is one, and the events that are still there
 * are another.
 */
export interface DayState extends DayCount {
  /** The roll-up that counted just these events; undefined if they are to be counted. */
  readonly rollupId: string | undefined;
  /** The part that the values of the roll-up leave out, as conditions hide it. */
  readonly hidden?: HiddenPart;
  /** Whether its events are not in `events`, so that nothing but its values is there. */
  readonly isArchived?: boolean;
  /**
   * The open-day roll-up that counted all but the later events; only if `rollupId` is undefined.
   */
  readonly openDay?: Pick<OpenDay, "rollup" | "later">;
  /** The import that brought the day as totals. */
  readonly importId?: number;
  /** Only events from this moment on are to be counted. */
  readonly sinceMs?: number;
  /** Only events before this moment are to be counted. */
  readonly untilMs?: number;
}

/** An archived roll-up, and the number of removals that its day has had. */
export interface ArchivedDay extends ArchivedRollup {
  readonly removals: number;
}

/** The states of a range of days. */
export interface RangeState {
  readonly archived: readonly ArchivedDay[];
  /** States of the events that are still there. */
  readonly present: readonly DayState[];
  /** Both, oldest first. */
  readonly states: readonly DayState[];
}

/** Counting this many events takes some 20 ms. */
const lightEventsMax = 100_000;
/** A visitor day takes about as long as one event; there are 5 to 20 events in one. */
const eventsPerVisitorDay = 5;

export function rangeStateOf(
  archived: readonly ArchivedDay[],
  present: readonly DayState[],
): RangeState {
  const totals = archived.map(({ date, events, removals, rollupId, importId }): DayState => {
    const imported = importId > 0 && { importId };
    return { date, events, removals, rollupId, isArchived: true, ...imported };
  });
  return { archived, present, states: [...totals, ...present].sort(byDate) };
}

/**
 * Compares by date. The states of one date have the order of their events and imports, whatever
 * order they were read in, because a version lists them.
 */
function byDate(a: DayState, b: DayState): number {
  if (a.date === b.date) return a.events - b.events || (a.importId ?? 0) - (b.importId ?? 0);
  return a.date < b.date ? -1 : 1;
}

/** Returns the states with the open-day roll-ups of these days. */
export function withOpenDays(
  states: readonly DayState[],
  openDays: readonly OpenDay[],
): readonly DayState[] {
  const byDay = new Map(openDays.map((day) => [day.date, day]));
  return states.map((state) => {
    const day = byDay.get(state.date);
    if (day === undefined) return state;
    const { date, events, rollup, later } = day;
    const { removals } = state;
    return { date, events, removals, rollupId: undefined, openDay: { rollup, later } };
  });
}

/** Returns the same range without open-day roll-ups: these can be proven only after an answer. */
export function withoutOpenDays({ archived, present }: RangeState): RangeState {
  const counted = present.map(({ openDay: _, ...state }) => state);
  return rangeStateOf(archived, counted);
}

/**
 * Returns the states of a range that leaves out hours of its first or last day. Such a day is
 * counted from its events. Days of totals have no hours, so they count whole.
 */
export function clippedStates(
  { archived, present, states }: RangeState,
  { from, to, sinceMs, untilMs }: ClippedRange,
): readonly DayState[] {
  if (sinceMs === undefined && untilMs === undefined) return states;
  const clipped = present.map((state) => {
    const { date, events, removals } = state;
    const clip = {
      ...(date === from && sinceMs !== undefined && { sinceMs }),
      ...(date === to && untilMs !== undefined && { untilMs }),
    };
    const isWhole = Object.keys(clip).length === 0;
    return isWhole ? state : { date, events, removals, rollupId: undefined, ...clip };
  });
  return rangeStateOf(archived, clipped).states;
}

/** Returns whether the values of the day's roll-up are those that count under conditions. */
export function hasValues(
  { date, rollupId, hidden, isArchived }: DayState,
  conditions: readonly Condition[] = [],
): boolean {
  if (rollupId === undefined) return false;
  if (isArchived === true) return true;
  return (hidden?.conditions ?? noConditions) === keyOn(conditions, date);
}

/** Whether a day has a roll-up whose values were counted under other conditions. */
export function waitsForValues(
  states: readonly DayState[],
  conditions: readonly Condition[] | undefined,
): boolean {
  return states.some((day) => day.rollupId !== undefined && !hasValues(day, conditions));
}

export function hasOpenDay(states: readonly DayState[]): boolean {
  return states.some(({ openDay }) => openDay !== undefined);
}

/** Whether the visitor days of roll-ups are so many that reading them takes long. */
export function readsManyVisitorDays(states: readonly DayState[]): boolean {
  const rolledUp = states.filter(({ rollupId }) => rollupId !== undefined);
  return (
    rolledUp.reduce((sum, { events }) => sum + events, 0) > lightEventsMax * eventsPerVisitorDay
  );
}

/** Whether the events to be counted are so many that counting takes long. */
export function countsManyEvents(states: readonly DayState[]): boolean {
  const counted = states.reduce(
    (sum, { events, rollupId, openDay }) =>
      rollupId === undefined ? sum + (openDay?.later ?? events) : sum,
    0,
  );
  return counted > lightEventsMax;
}
