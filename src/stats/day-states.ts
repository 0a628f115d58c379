import type { Database, QueryLimits } from "../store/database.ts";
import { bind, type Sql, sql } from "../store/sql.ts";
import type { Ask, Weight } from "./ask.ts";
import { rollupDefinition } from "./rollup-sql.ts";
import { type WebsiteDays, withinDays } from "./website-days.ts";

/** Where the numbers of a day are to be found. */
export interface DayState {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Number of its events, engagement included. */
  readonly events: number;
  /** The roll-up that counted just these events; undefined where there is none. */
  readonly run: string | undefined;
}

export type DayCount = Pick<DayState, "date" | "events">;

/** The newest roll-up of a day. */
export interface DayRollup {
  readonly date: string;
  readonly run: string;
  /** Number of events that it counted. */
  readonly events: number;
}

/** Days that have events, oldest first, from the projection `events_per_day`. */
export function dayCountsSql(condition: Sql): Sql {
  return sql`
    SELECT
      website_id,
      date,
      count() AS events
    FROM events
    WHERE ${condition}
    GROUP BY website_id, date
    ORDER BY date ASC`;
}

/** Of the roll-ups of a day the one that counted most is the newest: no event is ever taken out of a day. */
export function dayRollupsSql(condition: Sql): Sql {
  return sql`
    SELECT
      website_id,
      date,
      argMax(run, (rollup_days.events, rollup_days.rolled_at)) AS run,
      max(rollup_days.events) AS events,
      max(rollup_days.rolled_at) AS rolled_at
    FROM rollup_days
    WHERE ${condition} AND definition = ${bind("UInt64", rollupDefinition())}
    GROUP BY website_id, date`;
}

interface Known {
  readonly states: readonly DayState[];
  readonly untilMs: number;
}

/** Shorter than superseded roll-ups are kept, which a question may still be reading. */
const knownForMs = 10 * 60_000;
const rangesMax = 1_000;
const rangeDaysMax = 400;
/** So many are counted in some 20 ms. */
const lightEventsMax = 100_000;

/**
 * Has questions answered from roll-ups where these are true.
 *
 * A roll-up of a day is true as long as it counted as many events as the day has. That is looked up for each
 * question; where the range was asked for before, at the same time as the question itself, which is asked again in
 * the rare case that the roll-ups then known are no longer true.
 */
export class DayStates {
  readonly #db: Database;
  readonly #known = new Map<string, Known>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** What `question` answers to the states of the range's days, of which each was true while it was asked. */
  async answer<T>(
    days: WebsiteDays,
    ask: Ask,
    question: (states: readonly DayState[], limits: QueryLimits) => Promise<T>,
  ): Promise<T> {
    const answerTo = (states: readonly DayState[]) =>
      ask(weightOf(states), (limits) => question(states, limits));
    const known = this.#recall(days);
    if (known !== undefined) {
      const looked = ask("light", (limits) => this.#counts(days, limits));
      const [answer, counts] = await Promise.all([answerTo(known), looked]);
      if (isTrue(known, counts)) return answer;
    }
    return answerTo(await ask("light", (limits) => this.#read(days, limits)));
  }

  async #read(days: WebsiteDays, limits: QueryLimits): Promise<readonly DayState[]> {
    const [counts, rollups] = await Promise.all([
      this.#counts(days, limits),
      this.#db.rows<DayRollup>(dayRollupsSql(withinDays(days)), limits),
    ]);
    const byDate = new Map(rollups.map((rollup) => [rollup.date, rollup]));
    const states = counts.map(({ date, events }) => {
      const rollup = byDate.get(date);
      return { date, events, run: rollup?.events === events ? rollup.run : undefined };
    });
    this.#remember(days, states);
    return states;
  }

  #counts(days: WebsiteDays, limits: QueryLimits): Promise<DayCount[]> {
    return this.#db.rows(dayCountsSql(withinDays(days)), limits);
  }

  #recall(days: WebsiteDays): readonly DayState[] | undefined {
    const known = this.#known.get(keyOf(days));
    return known !== undefined && Date.now() < known.untilMs ? known.states : undefined;
  }

  #remember(days: WebsiteDays, states: readonly DayState[]): void {
    const key = keyOf(days);
    this.#known.delete(key);
    // A day that is counted from many events may be rolled up soon.
    if (states.length > rangeDaysMax || weightOf(states) === "heavy") return;
    this.#known.set(key, { states, untilMs: Date.now() + knownForMs });
    const [oldest] = this.#known.keys();
    if (this.#known.size > rangesMax && oldest !== undefined) this.#known.delete(oldest);
  }
}

function weightOf(states: readonly DayState[]): Weight {
  const counted = states.reduce(
    (sum, { events, run }) => (run === undefined ? sum + events : sum),
    0,
  );
  return counted > lightEventsMax ? "heavy" : "light";
}

function keyOf({ websiteId, from, to }: WebsiteDays): string {
  return `${websiteId} ${from} ${to}`;
}

/** Whether the states cover these days, with roll-ups that counted all of their events. */
function isTrue(states: readonly DayState[], counts: readonly DayCount[]): boolean {
  const byDate = new Map(states.map((state) => [state.date, state]));
  return counts.every(({ date, events }) => {
    const state = byDate.get(date);
    return state !== undefined && (state.run === undefined || state.events === events);
  });
}
