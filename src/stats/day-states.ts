import type { Database, QueryLimits } from "../store/database.ts";
import { bind, type Sql, sql } from "../store/sql.ts";
import type { Ask, Weight } from "./ask.ts";
import { type DayStamps, KeptAnswers, type KeptCounts, noStamps } from "./kept-answers.ts";
import { goneRunsSql, type KeptRollup, keptRollupsSql } from "./kept-rollups.ts";
import { rollupDefinition } from "./rollup-sql.ts";
import { type WebsiteDays, withinDays } from "./website-days.ts";

/**
 * Where the numbers of a day are to be found. A day some of whose events were dropped has several, which add up: one for each
 * roll-up that stands for dropped events, and one for the events that are there.
 */
export interface DayState {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Number of events, engagement included. */
  readonly events: number;
  /** The roll-up that counted just these events; undefined where they are to be counted. */
  readonly run: string | undefined;
}

export interface Answer<T> {
  readonly answer: T;
  /** What it was answered to, see `versionOf`. */
  readonly version: string;
}

/** What is asked of the states of a range's days. */
type Question<T> = (states: readonly DayState[], limits: QueryLimits) => Promise<T>;

export interface AnswerOptions {
  /**
   * Stands for the question and everything that its answer follows from but the days' events. With it an answer may be one that
   * was given before, while no event has come to the days since.
   */
  readonly key?: string | undefined;
  /** Whether it is asked anew all the same. */
  readonly isAnew?: boolean | undefined;
  /** The states of the days, where the caller has just read them. */
  readonly current?: ReadStates | undefined;
}

/** States of a range of days, as they were read. */
export interface ReadStates {
  readonly states: readonly DayState[];
  /** What the days had before and after that; undefined where it was not the same. */
  readonly stamp: string | undefined;
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

/**
 * Number of events of each day that has some (`run` is '' there), and the roll-ups that stand for dropped ones. Events are
 * moved only a minute after their roll-up is in here, so whoever looked before has read them by then.
 */
export function dayLookSql(days: WebsiteDays): Sql {
  return sql`
    SELECT
      date,
      '' AS run,
      events,
      1 AS gone
    FROM (${dayCountsSql(withinDays(days))})
    UNION ALL
    SELECT
      date,
      toString(run) AS run,
      events,
      gone
    FROM (${keptRollupsSql(withinDays(days))})`;
}

/**
 * The newest roll-ups of the events that are there. Of those of a day it is the one that counted most: events are
 * taken out of a day only together with a roll-up that stands for them from then on.
 */
export function dayRollupsSql(condition: Sql): Sql {
  return sql`
    SELECT
      website_id,
      date,
      argMax(run, (rollup_days.events, rollup_days.rolled_at)) AS run,
      max(rollup_days.events) AS events,
      max(rollup_days.rolled_at) AS rolled_at
    FROM rollup_days
    WHERE ${condition}
      AND definition = ${bind("UInt64", rollupDefinition())}
      AND rollup_days.run NOT IN (${goneRunsSql(condition)})
    GROUP BY website_id, date`;
}

/** What is there of a range of days. */
interface Look {
  readonly kept: readonly KeptRollup[];
  /** Of the days whose events count. */
  readonly counts: readonly DayCount[];
}

/** The states of a range of days. */
interface Stated {
  readonly kept: readonly KeptRollup[];
  /** Of the events that are there. */
  readonly present: readonly DayState[];
  /** All of them, oldest first. */
  readonly states: readonly DayState[];
}

interface Known extends Stated, ReadStates {
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
 * the rare case that the roll-ups then known are no longer true. Where the days' stamp says that no event has come since,
 * nothing is looked up.
 */
export class DayStates {
  readonly #db: Database;
  readonly #stamps: DayStamps;
  readonly #kept: KeptAnswers;
  readonly #known = new Map<string, Known>();

  constructor(db: Database, stamps: DayStamps = noStamps) {
    this.#db = db;
    this.#stamps = stamps;
    this.#kept = new KeptAnswers(stamps);
  }

  get counts(): KeptCounts {
    return this.#kept.counts;
  }

  /** The answer that is kept under the question's key, by which the caller knows its type. */
  kept<T>(days: WebsiteDays, key: string | undefined): Answer<T> | undefined {
    return key === undefined ? undefined : this.#kept.find<Answer<T>>(days, key);
  }

  /** The states of the range's days now. */
  current(days: WebsiteDays, ask: Ask, { isAnew = false } = {}): Promise<ReadStates> {
    const proven = isAnew ? undefined : this.#proven(days);
    if (proven !== undefined) return Promise.resolve(proven);
    return ask("light", async (limits) => {
      const stamp = this.#stamps.stampOf(days);
      const known = this.#recall(days);
      if (known === undefined) return this.#read(days, limits);
      const seen = recounted(known, await this.#look(days, limits));
      return seen !== undefined && weightOf(seen.states) === "light"
        ? { states: seen.states, stamp: this.#unchanged(days, stamp) }
        : this.#read(days, limits);
    });
  }

  /** What `question` answers to the states of the range's days, of which each was true while it was asked. */
  async answer<T>(
    days: WebsiteDays,
    ask: Ask,
    question: Question<T>,
    options: AnswerOptions = {},
  ): Promise<Answer<T>> {
    const { key, isAnew = false, current } = options;
    const find = () => (isAnew ? undefined : this.kept<T>(days, key));
    const kept = find();
    if (kept !== undefined) return kept;
    if (key === undefined) return this.#answer(days, ask, question, options);
    // Not newer than the states: what came since they were read may not be in the answer.
    const stamp = current === undefined ? this.#stamps.stampOf(days) : current.stamp;
    // Another client may have asked the same while this one waited for its turn.
    const inTurn: Question<T> = async (states, limits) =>
      find()?.answer ?? question(states, limits);
    return this.#kept.keep(days, key, stamp, () => this.#answer(days, ask, inTurn, options));
  }

  async #answer<T>(
    days: WebsiteDays,
    ask: Ask,
    question: Question<T>,
    { isAnew = false, current }: AnswerOptions,
  ): Promise<Answer<T>> {
    const answerTo = (stated: readonly DayState[]) => {
      const states = days.fromEvents === true ? stated.map(withoutRun) : stated;
      return ask(weightOf(states), (limits) => question(states, limits));
    };
    const given = current ?? (isAnew ? undefined : this.#proven(days));
    const known = given === undefined ? this.#recall(days) : undefined;
    if (known !== undefined) {
      const stamp = this.#stamps.stampOf(days);
      const looked = ask("light", (limits) => this.#look(days, limits));
      const [answer, look] = await Promise.all([answerTo(known.states), looked]);
      const seen = recounted(known, look);
      if (seen !== undefined) {
        const unchanged = this.#unchanged(days, stamp);
        this.#recount(days, known, { ...seen, stamp: unchanged });
        const before = unchanged === undefined ? known.states : seen.states;
        return { answer, version: versionBetween(before, seen.states) };
      }
    }
    const { states } = given ?? (await ask("light", (limits) => this.#read(days, limits)));
    return { answer: await answerTo(states), version: versionOf(states) };
  }

  async #read(days: WebsiteDays, limits: QueryLimits): Promise<ReadStates> {
    const stamp = this.#stamps.stampOf(days);
    const [{ kept, counts }, rollups] = await Promise.all([
      this.#look(days, limits),
      this.#db.rows<DayRollup>(dayRollupsSql(withinDays(days)), limits),
    ]);
    // The two questions may see the moment differently when events are dropped.
    const keptRuns = new Set(kept.map(({ run }) => run));
    const own = rollups.filter(({ run }) => !keptRuns.has(run));
    const byDate = new Map(own.map((rollup) => [rollup.date, rollup]));
    const present = counts.map(({ date, events }) => {
      const rollup = byDate.get(date);
      return { date, events, run: rollup?.events === events ? rollup.run : undefined };
    });
    const read = { ...statedBy(kept, present), stamp: this.#unchanged(days, stamp) };
    this.#remember(days, read);
    return read;
  }

  async #look(days: WebsiteDays, limits: QueryLimits): Promise<Look> {
    const rows = await this.#db.rows<KeptRollup>(dayLookSql(days), limits);
    const kept = rows.filter(({ run }) => run !== "");
    const leaving = new Set(kept.filter(({ gone }) => gone === 0).map(({ date }) => date));
    const counts = rows.filter(({ run, date }) => run === "" && !leaving.has(date));
    return { kept, counts };
  }

  #recall(days: WebsiteDays): Known | undefined {
    const known = this.#known.get(keyOf(days));
    return known !== undefined && Date.now() < known.untilMs ? known : undefined;
  }

  /** What is known, if no event has come since. */
  #proven(days: WebsiteDays): Known | undefined {
    const known = this.#recall(days);
    const isProven = known?.stamp !== undefined && known.stamp === this.#stamps.stampOf(days);
    return isProven ? known : undefined;
  }

  /** The stamp, if the days still have it. */
  #unchanged(days: WebsiteDays, stamp: string | undefined): string | undefined {
    return stamp === this.#stamps.stampOf(days) ? stamp : undefined;
  }

  /** Newer numbers of events for what is still known, and is not known for longer thereby. */
  #recount(days: WebsiteDays, old: Known, seen: Omit<Known, "untilMs">): void {
    const key = keyOf(days);
    if (this.#known.get(key) !== old) return;
    if (weightOf(seen.states) === "heavy") this.#known.delete(key);
    else this.#known.set(key, { ...seen, untilMs: old.untilMs });
  }

  #remember(days: WebsiteDays, known: Omit<Known, "untilMs">): void {
    const key = keyOf(days);
    this.#known.delete(key);
    // A day that is counted from many events may be rolled up soon.
    if (known.states.length > rangeDaysMax || weightOf(known.states) === "heavy") return;
    this.#known.set(key, { ...known, untilMs: Date.now() + knownForMs });
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

function statedBy(kept: readonly KeptRollup[], present: readonly DayState[]): Stated {
  return { kept, present, states: [...kept, ...present].sort(byDay) };
}

function byDay(a: DayState, b: DayState): number {
  if (a.date === b.date) return 0;
  return a.date < b.date ? -1 : 1;
}

/** What is known, with these counts; undefined where a day is new, or a roll-up has not counted all that is there. */
function recounted({ present, kept }: Stated, look: Look): Stated | undefined {
  if (kept.length !== look.kept.length) return undefined;
  const goneByRun = new Map(kept.map(({ run, gone }) => [run, gone]));
  if (!look.kept.every(({ run, gone }) => goneByRun.get(run) === gone)) return undefined;
  const byDate = new Map(present.map((state) => [state.date, state]));
  const isTrue = look.counts.every(({ date, events }) => {
    const state = byDate.get(date);
    return state !== undefined && (state.run === undefined || state.events === events);
  });
  if (!isTrue) return undefined;
  const counted = look.counts.map(({ date, events }) => ({
    date,
    events,
    run: byDate.get(date)?.run,
  }));
  return statedBy(kept, counted);
}
