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

export interface Answer<T> {
  readonly answer: T;
  /** What it was answered to, see `versionOf`. */
  readonly version: string;
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

  /** The states of the range's days now. */
  current(days: WebsiteDays, ask: Ask): Promise<readonly DayState[]> {
    return ask("light", async (limits) => {
      const known = this.#recall(days);
      if (known === undefined) return this.#read(days, limits);
      const states = recounted(known, await this.#counts(days, limits));
      return states !== undefined && weightOf(states) === "light"
        ? states
        : this.#read(days, limits);
    });
  }

  /**
   * What `question` answers to the states of the range's days, of which each was true while it was asked: the
   * current ones, or those that the caller has just read.
   */
  async answer<T>(
    days: WebsiteDays,
    ask: Ask,
    question: (states: readonly DayState[], limits: QueryLimits) => Promise<T>,
    current?: readonly DayState[],
  ): Promise<Answer<T>> {
    const answerTo = (stated: readonly DayState[]) => {
      const states = days.fromEvents === true ? stated.map(withoutRun) : stated;
      return ask(weightOf(states), (limits) => question(states, limits));
    };
    const known = current === undefined ? this.#recall(days) : undefined;
    if (known !== undefined) {
      const looked = ask("light", (limits) => this.#counts(days, limits));
      const [answer, counts] = await Promise.all([answerTo(known), looked]);
      const states = recounted(known, counts);
      if (states !== undefined) {
        this.#recount(days, known, states);
        return { answer, version: versionBetween(known, states) };
      }
    }
    const states = current ?? (await ask("light", (limits) => this.#read(days, limits)));
    return { answer: await answerTo(states), version: versionOf(states) };
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

  /** Newer numbers of events for what is still known, and is not known for longer thereby. */
  #recount(days: WebsiteDays, old: readonly DayState[], states: readonly DayState[]): void {
    const known = this.#known.get(keyOf(days));
    if (known?.states !== old) return;
    if (weightOf(states) === "heavy") this.#known.delete(keyOf(days));
    else this.#known.set(keyOf(days), { ...known, states });
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

/**
 * Stands for the events of these days, and for what they are counted by: no event is ever taken out of a day, so days
 * with as many events have the same events. An answer of this version has these events and perhaps newer ones, and
 * lacks none: the states are read before the question is asked, a roll-up in them has counted just as many
 * events, and whoever counts the others sees all that were there.
 */
export function versionOf(states: readonly DayState[]): string {
  const counts = states.map(({ date, events }) => `${date} ${events}`);
  return [rollupDefinition(), ...counts].join("\n");
}

/**
 * The version of an answer to `known` during which the events were counted again. Where some have come since, nobody knows
 * which of them the answer has: its version is neither the old nor the new one, and will never be current.
 */
function versionBetween(known: readonly DayState[], counted: readonly DayState[]): string {
  const [before, after] = [versionOf(known), versionOf(counted)];
  return before === after ? after : `${before}\n\n${after}`;
}

function withoutRun({ date, events }: DayState): DayState {
  return { date, events, run: undefined };
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

/** The states with these counts; undefined where a day is new, or its roll-up has not counted all of its events. */
function recounted(
  states: readonly DayState[],
  counts: readonly DayCount[],
): readonly DayState[] | undefined {
  const runs = new Map(states.map((state) => [state.date, state]));
  const isTrue = counts.every(({ date, events }) => {
    const state = runs.get(date);
    return state !== undefined && (state.run === undefined || state.events === events);
  });
  return isTrue ? counts.map((count) => ({ ...count, run: runs.get(count.date)?.run })) : undefined;
}
