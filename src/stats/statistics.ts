import type { Readable } from "node:stream";

import type { WebsiteDays } from "../counting/website-days.ts";
import { invalid } from "../errors.ts";
import type { Live } from "../model/live.ts";
import type { Summary, SummaryNumbers } from "../model/summary.ts";
import { firstDayWithEvents } from "../rollups/archived-rollups.ts";
import type { Database } from "../store/database.ts";
import { versionOf } from "./answer-version.ts";
import { type Breakdown, type BreakdownQuery, breakdown } from "./breakdown.ts";
import { type BreakdownCsvQuery, breakdownCsv } from "./breakdown-csv.ts";
import { type RangeState, withoutOpenDays } from "./day-state.ts";
import { type Answer, type Count, DayStates } from "./day-states.ts";
import { type DayIntake, intake } from "./intake.ts";
import { type LiveQuery, live } from "./live.ts";
import type { Asker, QueryScheduler, TakeTurn } from "./query-scheduler.ts";
import { periodBefore, type SummaryQuery, summaryNumbers, summaryOf } from "./summary.ts";

export type { Answer } from "./day-states.ts";

/** Tells whether the client already has the answer of a version. */
export type IsKnown = (version: string) => boolean;

/** The client already has the answer of this version, so nothing was counted. */
export interface Unchanged {
  readonly version: string;
  readonly value: undefined;
}

export interface StatisticsOptions {
  readonly db: Database;
  readonly scheduler: QueryScheduler;
  /** Days with fewer events have no open-day roll-up; if undefined, none has one. */
  readonly openDayEventsMin?: number | undefined;
  /** Brings the events that were acknowledged a moment ago to the store. No query asks before. */
  readonly catchUp?: (() => Promise<void>) | undefined;
}

/**
 * Answers every query of the API, exactly: an answer has all events that the store had when the
 * query came. The caller validates queries.
 *
 * Each method throws `Problem` OVERLOADED if too many queries wait, QUERY_TOO_LONG and
 * QUERY_TOO_LARGE at the limits of the scheduler, STORE_UNAVAILABLE without a store, and the reason
 * of the signal once that is aborted. A query that roll-ups cannot answer throws `Problem`
 * VALIDATION on `from` if retention has deleted events of its days.
 *
 * With `isKnown`, a query whose answer the client already has costs only the reading of the states.
 */
export class Statistics {
  readonly #db: Database;
  readonly #scheduler: QueryScheduler;
  readonly #days: DayStates;
  readonly #catchUp: () => Promise<void>;

  constructor({ db, scheduler, openDayEventsMin, catchUp }: StatisticsOptions) {
    this.#db = db;
    this.#scheduler = scheduler;
    this.#days = new DayStates(db, openDayEventsMin);
    this.#catchUp = catchUp ?? (async () => {});
  }

  /** Returns one page of a dimension's values. */
  breakdown(query: BreakdownQuery, asker: Asker): Promise<Answer<Breakdown>>;
  breakdown(
    query: BreakdownQuery,
    asker: Asker,
    isKnown: IsKnown | undefined,
  ): Promise<Answer<Breakdown> | Unchanged>;
  async breakdown(
    query: BreakdownQuery,
    asker: Asker,
    isKnown?: IsKnown,
  ): Promise<Answer<Breakdown> | Unchanged> {
    await this.#catchUp();
    const takeTurn = this.#scheduler.turnsFor(asker);
    await this.#refuseDeletedDays(query, takeTurn);
    return this.#answer(query, takeTurn, isKnown, (days, limits) =>
      breakdown(this.#db, query, days, limits),
    );
  }

  /** Returns a function that starts the download of all values of a dimension as CSV. */
  async breakdownCsv(
    query: BreakdownCsvQuery,
    asker: Asker,
    isKnown?: IsKnown,
  ): Promise<Answer<() => Promise<Readable>> | Unchanged> {
    await this.#catchUp();
    const turns = this.#scheduler.turnsFor(asker);
    await this.#refuseDeletedDays(query, turns);
    const current = await this.#days.current(query, turns);
    const version = versionOf(current.states);
    if (isKnown?.(version) === true) return { version, value: undefined };
    // An open-day roll-up is proven after the answer, and a stream cannot be taken back by then.
    const state = withoutOpenDays(current);
    const download = () =>
      this.#scheduler.stream(asker, async (takeTurn) => {
        const count: Count<Readable> = (days, limits) =>
          breakdownCsv(this.#db, query, days, limits);
        return (await this.#days.answer(query, takeTurn, count, state)).value;
      });
    return { version, value: download };
  }

  /**
   * Returns a range of days in six unrounded numbers, and how they changed if the query compares.
   */
  summary(query: SummaryQuery, asker: Asker): Promise<Answer<Summary>>;
  summary(
    query: SummaryQuery,
    asker: Asker,
    isKnown: IsKnown | undefined,
  ): Promise<Answer<Summary> | Unchanged>;
  async summary(
    query: SummaryQuery,
    asker: Asker,
    isKnown?: IsKnown,
  ): Promise<Answer<Summary> | Unchanged> {
    await this.#catchUp();
    const takeTurn = this.#scheduler.turnsFor(asker);
    const { websiteId, filters, isCompared = false } = query;
    const periods = isCompared ? [query, periodBefore(query)] : [query];
    const fromEvents = filters.length > 0;
    const ranges = periods.map(({ from, to }) => ({ websiteId, from, to, fromEvents }));
    for (const range of ranges) await this.#refuseDeletedDays(range, takeTurn);
    // One after the other: where one heavy query runs at a time, a query must not wait for itself.
    const current: RangeState[] = [];
    if (isKnown !== undefined) {
      for (const range of ranges) current.push(await this.#days.current(range, takeTurn));
      const version = joinVersions(current.map(({ states }) => versionOf(states)));
      if (isKnown(version)) return { version, value: undefined };
    }
    const answers: Answer<SummaryNumbers>[] = [];
    for (const [i, range] of ranges.entries()) {
      const count: Count<SummaryNumbers> = (days, limits) =>
        summaryNumbers(this.#db, { websiteId, days, filters }, limits);
      answers.push(await this.#days.answer(range, takeTurn, count, current[i]));
    }
    const version = joinVersions(answers.map((answer) => answer.version));
    const numbers = answers.map(({ value }) => value);
    return { version, value: summaryOf(periods, numbers) };
  }

  /** Returns who is on a website now. The version ignores time, which changes the answer, too. */
  async live(query: LiveQuery, asker: Asker): Promise<Answer<Live>> {
    await this.#catchUp();
    const takeTurn = this.#scheduler.turnsFor(asker);
    return this.#days.answer(query, takeTurn, (_days, limits) => live(this.#db, query, limits));
  }

  /** Returns accepted and dropped events of every day of the range, oldest first. */
  async intake(query: WebsiteDays, asker: Asker): Promise<Answer<readonly DayIntake[]>> {
    await this.#catchUp();
    const takeTurn = this.#scheduler.turnsFor(asker);
    const value = await takeTurn("light", (limits) => intake(this.#db, query, limits));
    // The number of events of a day does not tell how many were dropped.
    return { value, version: JSON.stringify(value) };
  }

  async #answer<T>(
    range: WebsiteDays,
    takeTurn: TakeTurn,
    isKnown: IsKnown | undefined,
    count: Count<T>,
  ): Promise<Answer<T> | Unchanged> {
    if (isKnown === undefined) return this.#days.answer(range, takeTurn, count);
    const current = await this.#days.current(range, takeTurn);
    const version = versionOf(current.states);
    if (isKnown(version)) return { version, value: undefined };
    return this.#days.answer(range, takeTurn, count, current);
  }

  async #refuseDeletedDays(range: WebsiteDays, takeTurn: TakeTurn): Promise<void> {
    if (range.fromEvents !== true) return;
    const day = await takeTurn("light", (limits) => firstDayWithEvents(this.#db, range, limits));
    if (day === undefined) return;
    throw invalid({
      from: [`must not be before ${day} for this query: older events were deleted`],
    });
  }
}

function joinVersions(versions: readonly string[]): string {
  return JSON.stringify(versions);
}
