import { type WebsiteDays, withinDays } from "../counting/website-days.ts";
import type { KeptRollup } from "../rollups/archived-rollups.ts";
import { type DayCount, type DayRollup, dayLookSql, dayRollupsSql } from "../rollups/day-sql.ts";
import {
  countLater,
  isProven,
  isUsable,
  type RunningDay,
  type RunningRollup,
  readRunningRollups,
} from "../rollups/open-days/open-day-rollups.ts";
import { rollupDefinition } from "../rollups/rollup-sql.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import type { Ask, Weight } from "./ask.ts";

/**
 * Where the numbers of a day are to be found. A day some of whose events were dropped has several, which add up: one for each
 * roll-up that stands for dropped events, and one for the events that are there.
 */
export interface DayState extends DayCount {
  /** The roll-up that counted just these events; undefined where they are to be counted. */
  readonly run: string | undefined;
  /** The roll-up that counted all but the later ones of them; only where `run` is undefined. */
  readonly running?: Pick<RunningDay, "rollup" | "later">;
}

export interface Answer<T> {
  readonly answer: T;
  /** What it was answered to, see `versionOf`. */
  readonly version: string;
}

/** What is asked of the states of a range's days. */
type Question<T> = (states: readonly DayState[], limits: QueryLimits) => Promise<T>;

export interface AnswerOptions {
  /** The states of the days, where the caller has just read them. */
  readonly current?: Stated | undefined;
}

/** What is there of a range of days. */
interface Look {
  readonly kept: readonly KeptRollup[];
  /** Of the days whose events count. */
  readonly counts: readonly DayCount[];
  /** Of those of them whose running roll-ups are known. */
  readonly running: readonly RunningDay[];
}

/** The states of a range of days. */
export interface Stated {
  readonly kept: readonly KeptRollup[];
  /** Of the events that are there. */
  readonly present: readonly DayState[];
  /** All of them, oldest first. */
  readonly states: readonly DayState[];
}

interface Known extends Stated {
  readonly untilMs: number;
}

/** Shorter than superseded roll-ups are kept, which a question may still be reading. */
const knownForMs = 10 * 60_000;
/** A newer running roll-up leaves less to count. */
const runningKnownForMs = 60_000;
const rangesMax = 1_000;
const rangeDaysMax = 400;
/** So many are counted in some 20 ms. */
const lightEventsMax = 100_000;

export interface DayStatesOptions {
  /** Days of so many events may have a running roll-up; it is not looked for where it is not given. */
  readonly runningEventsMin?: number;
}

/**
 * Has questions answered from roll-ups where these are true.
 *
 * A roll-up of a day is true as long as it counted as many events as the day has. That is looked up for each
 * question; where the range was asked for before, at the same time as the question itself, which is asked again in
 * the rare case that the roll-ups then known are no longer true. Whether a running roll-up was true is looked up after the question: what later events change is told from
 * all events, and one that came late in between would be in it by half.
 */
export class DayStates {
  readonly #db: Database;
  readonly #runningEventsMin: number;
  readonly #known = new Map<string, Known>();

  constructor(db: Database, options: DayStatesOptions = {}) {
    const { runningEventsMin = Number.POSITIVE_INFINITY } = options;
    this.#db = db;
    this.#runningEventsMin = runningEventsMin;
  }

  /** The states of the range's days now. */
  current(days: WebsiteDays, ask: Ask): Promise<Stated> {
    return ask("light", async (limits) => {
      const known = this.#recall(days);
      if (known === undefined) return this.#read(days, limits);
      const seen = recounted(known, await this.#look(days, limits, known));
      return seen !== undefined && !countsMany(seen.states) ? seen : this.#read(days, limits);
    });
  }

  /** What `question` answers to the states of the range's days, of which each was true while it was asked. */
  async answer<T>(
    days: WebsiteDays,
    ask: Ask,
    question: Question<T>,
    { current }: AnswerOptions = {},
  ): Promise<Answer<T>> {
    const answerTo = (stated: readonly DayState[]) => {
      const states = days.fromEvents === true ? stated.map(withoutRun) : stated;
      return ask(weightOf(states), (limits) => question(states, limits));
    };
    const known = current === undefined ? this.#recall(days) : undefined;
    if (known !== undefined) {
      const looking = () => ask("light", (limits) => this.#look(days, limits, known));
      const [answer, look] = known.states.some(isRunning)
        ? [await answerTo(known.states), await looking()]
        : await Promise.all([answerTo(known.states), looking()]);
      const seen = recounted(known, look);
      if (seen !== undefined) {
        this.#recount(days, known, seen);
        return { answer, version: versionBetween(known.states, seen.states) };
      }
    }
    const read = current ?? (await ask("light", (limits) => this.#read(days, limits)));
    const answer = await answerTo(read.states);
    if (!read.states.some(isRunning)) return { answer, version: versionOf(read.states) };
    const look = await ask("light", (limits) => this.#look(days, limits, read));
    if (recounted(read, look) !== undefined) return { answer, version: versionOf(read.states) };
    const counted = read.states.map(withoutRunning);
    return { answer: await answerTo(counted), version: versionOf(counted) };
  }

  async #read(days: WebsiteDays, limits: QueryLimits): Promise<Stated> {
    const [{ kept, counts }, rollups, running] = await Promise.all([
      this.#look(days, limits),
      this.#db.rows<DayRollup>(dayRollupsSql(withinDays(days)), limits),
      this.#readRunning(days, limits),
    ]);
    // The two questions may see the moment differently when events are dropped.
    const keptRuns = new Set(kept.map(({ run }) => run));
    const own = rollups.filter(({ run }) => !keptRuns.has(run));
    const byDate = new Map(own.map((rollup) => [rollup.date, rollup]));
    const present = counts.map(({ date, events }) => {
      const rollup = byDate.get(date);
      return { date, events, run: rollup?.events === events ? rollup.run : undefined };
    });
    const busy = running.filter(({ date }) =>
      present.some((state) => state.date === date && this.#isBusy(state)),
    );
    const counted = await countLater(this.#db, days.websiteId, busy, limits);
    const found = withRunning(
      present,
      counted.filter((day) => isProven(day) && isUsable(day)),
    );
    const read = statedBy(kept, found);
    this.#remember(days, read);
    return read;
  }

  async #readRunning(days: WebsiteDays, limits: QueryLimits): Promise<RunningRollup[]> {
    if (this.#runningEventsMin === Number.POSITIVE_INFINITY || days.fromEvents === true) return [];
    return readRunningRollups(this.#db, withinDays(days), limits);
  }

  #isBusy({ run, events }: DayState): boolean {
    return run === undefined && events >= this.#runningEventsMin;
  }

  async #look(days: WebsiteDays, limits: QueryLimits, known?: Stated): Promise<Look> {
    const rollups = known?.present.flatMap(({ running }) => running?.rollup ?? []) ?? [];
    const [rows, running] = await Promise.all([
      this.#db.rows<KeptRollup>(dayLookSql(days), limits),
      countLater(this.#db, days.websiteId, rollups, limits),
    ]);
    const kept = rows.filter(({ run }) => run !== "");
    const leaving = new Set(kept.filter(({ gone }) => gone === 0).map(({ date }) => date));
    const counts = rows.filter(({ run, date }) => run === "" && !leaving.has(date));
    return { kept, counts, running };
  }

  #recall(days: WebsiteDays): Known | undefined {
    const known = this.#known.get(keyOf(days));
    if (known === undefined || Date.now() >= known.untilMs) return undefined;
    return days.fromEvents === true && known.states.some(isRunning) ? undefined : known;
  }

  /** Newer numbers of events for what is still known, and is not known for longer thereby. */
  #recount(days: WebsiteDays, old: Known, seen: Stated): void {
    const key = keyOf(days);
    if (this.#known.get(key) !== old) return;
    if (countsMany(seen.states)) this.#known.delete(key);
    else this.#known.set(key, { ...seen, untilMs: old.untilMs });
  }

  #remember(days: WebsiteDays, known: Stated): void {
    const key = keyOf(days);
    this.#known.delete(key);
    // A day that is counted from many events may be rolled up soon.
    const { states } = known;
    const waits = states.some((state) => this.#isBusy(state) && !isRunning(state));
    if (states.length > rangeDaysMax || waits || countsMany(states)) return;
    const forMs = states.some(isRunning) ? runningKnownForMs : knownForMs;
    this.#known.set(key, { ...known, untilMs: Date.now() + forMs });
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

function isRunning({ running }: DayState): boolean {
  return running !== undefined;
}

function withoutRunning({ date, events, run }: DayState): DayState {
  return { date, events, run };
}

/** The same days, to be asked by who cannot take back what turns out wrong: a running roll-up is proven after the answer. */
export function withoutRunningRollups(read: Stated): Stated {
  return {
    ...read,
    present: read.present.map(withoutRunning),
    states: read.states.map(withoutRunning),
  };
}

function withoutRun({ date, events }: DayState): DayState {
  return { date, events, run: undefined };
}

/** With a running roll-up, the later visitors are looked for among all of the day's. */
function weightOf(states: readonly DayState[]): Weight {
  return states.some(isRunning) || countsMany(states) ? "heavy" : "light";
}

function countsMany(states: readonly DayState[]): boolean {
  const counted = states.reduce(
    (sum, { events, run, running }) => (run === undefined ? sum + (running?.later ?? events) : sum),
    0,
  );
  return counted > lightEventsMax;
}

function keyOf({ websiteId, from, to }: WebsiteDays): string {
  return `${websiteId} ${from} ${to}`;
}

function withRunning(
  states: readonly DayState[],
  running: readonly RunningDay[],
): readonly DayState[] {
  const byDate = new Map(running.map((day) => [day.date, day]));
  return states.map((state) => {
    const day = byDate.get(state.date);
    if (day === undefined) return state;
    const { date, events, rollup, later } = day;
    return { date, events, run: undefined, running: { rollup, later } };
  });
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
  const running = present.filter(isRunning);
  if (running.length !== look.running.length || !look.running.every(isProven)) return undefined;
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
  return statedBy(kept, withRunning(counted, look.running));
}
