import type { Readable } from "node:stream";
import { moveDay } from "../base/calendar.ts";
import { invalid } from "../base/errors.ts";
import { caughtUpLagMs } from "../base/freshness.ts";
import type { Database, QueryLimits } from "../clickhouse/database.ts";
import type { Condition } from "../counting/filters.ts";
import type { WebsiteDays } from "../counting/website-days.ts";
import type { ImportsMeta } from "../model/imports-meta.ts";
import type { Live } from "../model/live.ts";
import { endsOfTotals } from "../rollups/archived-rollups.ts";
import { AnswerCache } from "./answer-cache.ts";
import { joinVersions, versionOf } from "./answer-version.ts";
import { type DayState, type RangeState, withoutOpenDays } from "./day-state.ts";
import { type Answer, type Count, type Counted, DayStates } from "./day-states.ts";
import { type HiddenDay, type HiddenQuery, hiddenReport } from "./hidden.ts";
import { describeImports } from "./imported-days.ts";
import { type DayIntake, intake } from "./intake.ts";
import { type LastEvent, lastEvent } from "./last-event.ts";
import { type LiveQuery, live } from "./live.ts";
import { countOnline, type OnlineQuery } from "./online.ts";
import type { QueryCaller, QueryScheduler, TakeTurn } from "./query-scheduler.ts";
import { readsVersion } from "./reads.ts";
import {
  type ComparedQuery,
  type CsvReport,
  type EventExport,
  earlierQuery,
  type Report,
  type ReportQuery,
  type StartExport,
} from "./report.ts";
import {
  hiddenQueryOf,
  keepsDay,
  type SelectingQuery,
  withConditions,
  withHidden,
} from "./standing.ts";
import type { FindConditions, StatisticsOptions } from "./statistics-options.ts";
import { type CountedWebsites, countWebsites, type WebsitesQuery } from "./websites-sums.ts";

export type { Answer } from "./day-states.ts";

/** The methods of `Statistics`. */
export type StatisticsQueries = Pick<Statistics, keyof Statistics>;

const shippedLagMs = 1_000;

/**
 * Answers every query of the API, exactly. An answer includes every event that was acknowledged two
 * seconds before the query came, or one second before if the caller wants it counted anew. Callers
 * with the same query within that time share an answer. The caller validates queries.
 *
 * Each method throws `Problem` OVERLOADED if too many queries wait, and QUERY_TOO_LONG or
 * QUERY_TOO_LARGE at the limits of the scheduler. Without a store it throws STORE_UNAVAILABLE, and
 * once the signal is aborted its reason. A query that roll-ups cannot answer throws `Problem`
 * VALIDATION on `from` if its days have totals without events.
 *
 * Visitor days that the website's standing conditions hide are left out here, so that no caller can
 * forget them. A query says it if it wants all, or those that are hidden.
 */
export class Statistics {
  readonly #db: Database;
  readonly #scheduler: QueryScheduler;
  readonly #days: DayStates;
  readonly #openDayEventsMin: number;
  readonly #catchUp: () => Promise<void>;
  readonly #findImports: NonNullable<StatisticsOptions["findImports"]>;
  readonly #findConditions: FindConditions;
  readonly #answers: AnswerCache;

  constructor(options: StatisticsOptions) {
    const { db, scheduler, openDayEventsMin, catchUp, findImports, findConditions } = options;
    this.#db = db;
    this.#scheduler = scheduler;
    this.#days = new DayStates(db, openDayEventsMin);
    this.#openDayEventsMin = openDayEventsMin ?? Number.POSITIVE_INFINITY;
    this.#catchUp = catchUp ?? (async () => {});
    this.#findImports = findImports ?? (async () => []);
    this.#findConditions = findConditions ?? (async () => new Map());
    this.#answers = new AnswerCache(catchUp === undefined ? shippedLagMs : caughtUpLagMs);
  }

  /** Returns the answer of a report. */
  async report<Query extends ReportQuery, Value>(
    report: Report<Query, Value>,
    query: Query,
    caller: QueryCaller,
  ): Promise<Answer<Value>> {
    const { value, ...rest } = await this.comparedReport(report, query, caller);
    return { ...rest, value: value[0] as Value };
  }

  /**
   * Returns the answers of a report for the days of a query, and for the earlier ones if it
   * compares.
   */
  async comparedReport<Query extends ComparedQuery, Value>(
    report: Report<Query, Value>,
    given: Query,
    caller: QueryCaller,
  ): Promise<Answer<readonly Value[]>> {
    if (report.source === "reads") {
      const earlier = earlierQuery(given);
      return this.#countReads(report, earlier ? [given, earlier] : [given], caller);
    }
    const query = await this.#withConditions(given);
    const answer = await this.#countReport(report, query, caller);
    const { conditions } = query;
    if (conditions === undefined) return answer;
    const { value } = await this.#hiddenDays({ ...given, conditions }, caller);
    return withHidden(answer, value, conditions);
  }

  #countReport<Query extends ComparedQuery, Value>(
    { name, count }: Report<Query, Value>,
    query: Query,
    caller: QueryCaller,
  ): Promise<Answer<readonly Value[]>> {
    const { conditions = [] } = query;
    const earlier = earlierQuery(query);
    const queries = earlier === undefined ? [query] : [query, earlier];
    return this.#ask<readonly Value[]>([name, query], caller, async (takeTurn, known) => {
      // One after the other: where one heavy query runs at a time, a query must not wait for
      // itself.
      for (const each of queries) await this.#refuseDeletedDays(each, takeTurn);
      const current = known && (await this.#statesOf(queries, takeTurn));
      const version =
        current && joinVersions(current.map(({ states }) => versionOf(states, conditions)));
      if (known !== undefined && known.version === version) return known;
      const countNow: Count<Value> = (days, limits) => count(this.#db, query, days, limits);
      const now = await this.#days.answer(query, takeTurn, countNow, current?.[0]);
      const parts = [now];
      if (earlier !== undefined) {
        const countEarlier: Count<Value> = (days, limits) =>
          count(this.#db, earlier, days, limits, now.value);
        parts.push(await this.#days.answer(earlier, takeTurn, countEarlier, current?.[1]));
      }
      return {
        value: parts.map(({ value }) => value),
        version: joinVersions(parts.map(({ version }) => version)),
        keptDays: now.days.filter((day) => keepsDay(day, conditions)).length,
        imports: await this.#describe(
          query,
          parts.flatMap(({ days }) => days),
        ),
      };
    });
  }

  /** Returns the answers to queries about reads, whose versions follow from what they have. */
  #countReads<Query extends ReportQuery, Value>(
    { name, count }: Report<Query, Value>,
    queries: readonly Query[],
    caller: QueryCaller,
  ): Promise<Answer<readonly Value[]>> {
    return this.#ask<readonly Value[]>([name, queries], caller, async (takeTurn) => {
      const value: Value[] = [];
      for (const query of queries) {
        value.push(await takeTurn("light", (limits) => count(this.#db, query, [], limits)));
      }
      return { value, version: JSON.stringify(value) };
    });
  }

  /** Returns a text that changes with the reads of the days. */
  readsVersion(query: WebsiteDays, caller: QueryCaller): Promise<string> {
    const takeTurn = this.#scheduler.turnsFor(caller);
    return takeTurn("light", (limits) => readsVersion(this.#db, query, limits));
  }

  /** Returns a function that starts the download of a report. */
  async reportCsv<Query extends ReportQuery>(
    { csv, source }: CsvReport<Query>,
    given: Query,
    caller: QueryCaller,
  ): Promise<Answer<() => Promise<Readable>>> {
    await this.#catchUp();
    const query = source === "reads" ? given : await this.#withConditions(given);
    if (source === "reads") {
      const value = () =>
        this.#scheduler.stream(caller, (takeTurn) =>
          takeTurn("light", (limits) => csv(this.#db, query, [], limits)),
        );
      return { version: await this.readsVersion(query, caller), value };
    }
    const current = await this.#currentDays(query, caller);
    // An open-day roll-up is proven after the answer, and a stream cannot be taken back by then.
    const state = withoutOpenDays(current);
    const download = () =>
      this.#scheduler.stream(caller, async (takeTurn) => {
        const count: Count<Readable> = (days, limits) => csv(this.#db, query, days, limits);
        return (await this.#days.answer(query, takeTurn, count, state)).value;
      });
    return { version: versionOf(current.states, query.conditions), value: download };
  }

  /** Returns a function that starts an export. The query counts from events. */
  async export<Query extends ReportQuery>(
    { open }: EventExport<Query>,
    given: Query,
    caller: QueryCaller,
  ): Promise<StartExport> {
    await this.#catchUp();
    // The file has everything, and says what is hidden.
    const query = { ...given, conditions: await this.#conditionsOf(given) };
    const { present } = await this.#currentDays(query, caller);
    return (stays = async () => {}) => {
      const confirm = async () => {
        const now = await this.#currentDays(query, caller);
        if (haveLostEvents(present, now.present)) {
          throw new Error("events were changed while they were exported");
        }
        await stays();
      };
      return this.#scheduler.export(caller, (limits) =>
        open(this.#db, query, present, { ...limits, confirm }),
      );
    };
  }

  /**
   * Resolves with what `count` finds out about the events of some days, each of which must have its
   * events still.
   */
  async events<Value>(
    query: WebsiteDays,
    caller: QueryCaller,
    count: (db: Database, limits: QueryLimits) => Promise<Value>,
  ): Promise<Value> {
    await this.#catchUp();
    const takeTurn = this.#scheduler.turnsFor(caller);
    await this.#refuseDeletedDays({ ...query, countsFrom: "events" }, takeTurn);
    return takeTurn("heavy", (limits) => count(this.#db, limits));
  }

  /** Returns who is on a website now. The version ignores time, which changes the answer, too. */
  async live(given: LiveQuery, caller: QueryCaller): Promise<Answer<Live>> {
    const query = await this.#withConditions(given);
    const { nowMs: _, ...days } = query;
    return this.#ask<Live>(["live", days], caller, async (takeTurn) => {
      const count: Count<Live> = (_days, limits) => live(this.#db, query, limits);
      return answerOf(await this.#days.answer(query, takeTurn, count));
    });
  }

  /** Returns how many visitors are on each website now. The answer has no version. */
  async online(
    query: OnlineQuery,
    caller: QueryCaller,
  ): Promise<Answer<ReadonlyMap<number, number>>> {
    const { nowMs: _, websiteIds } = query;
    const conditions = await this.#findConditions(websiteIds);
    return this.#ask(["online", [websiteIds, ...conditions]], caller, async (takeTurn) => {
      const value = await takeTurn("light", (limits) =>
        countOnline(this.#db, query, conditions, limits),
      );
      return { value, version: "" };
    });
  }

  /** Returns the newest event of the days, or null if they have none. */
  lastEvent(query: WebsiteDays, caller: QueryCaller): Promise<Answer<LastEvent | null>> {
    return this.#ask<LastEvent | null>(["last event", query], caller, async (takeTurn) => {
      const count: Count<LastEvent | null> = (_days, limits) => lastEvent(this.#db, query, limits);
      return answerOf(await this.#days.answer(query, takeTurn, count));
    });
  }

  /** Returns the sums of some websites. Their answers have no tag, so the version says nothing. */
  async websites(query: WebsitesQuery, caller: QueryCaller): Promise<Answer<CountedWebsites>> {
    const conditions = await this.#findConditions(query.websiteIds);
    const key = ["websites", [query, ...conditions]] as const;
    return this.#ask<CountedWebsites>(key, caller, async (takeTurn) => {
      const counting = { conditions, openDayEventsMin: this.#openDayEventsMin };
      const value = await countWebsites(this.#db, query, counting, takeTurn);
      return { value, version: "" };
    });
  }

  /** Returns accepted and dropped events of every day of the range, oldest first. */
  async intake(given: WebsiteDays, caller: QueryCaller): Promise<Answer<readonly DayIntake[]>> {
    const query = { ...given, filters: [], conditions: await this.#conditionsOf(given) };
    const { value: hidden } = await this.#hiddenDays(query, caller);
    return this.#ask<readonly DayIntake[]>(["intake", query], caller, async (takeTurn) => {
      const value = await takeTurn("light", (limits) => intake(this.#db, query, hidden, limits));
      const { states } = await this.#days.current(query, takeTurn);
      const imports = await this.#describe(query, states);
      // The number of events of a day does not tell how many were dropped. And equal numbers do not
      // tell that an import was undone meanwhile.
      return { value, version: JSON.stringify([value, imports, versionOf(states)]), imports };
    });
  }

  /**
   * Returns the answer to a query: a cached one, or one that is counted for all who ask now. The
   * query has everything that the answer depends on but events and time.
   */
  #ask<T>(
    [kind, query]: readonly [kind: string, query: object],
    caller: QueryCaller,
    count: (takeTurn: TakeTurn, known: Answer<T> | undefined) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    return this.#answers.get<T>(JSON.stringify([kind, query]), caller, async (shared, known) => {
      await this.#catchUp();
      return count(this.#scheduler.turnsFor(shared), known);
    });
  }

  /** Resolves with the website's standing conditions. */
  async #conditionsOf({ websiteId }: WebsiteDays): Promise<readonly Condition[]> {
    return (await this.#findConditions([websiteId])).get(websiteId) ?? [];
  }

  /** Returns the query with the filter that its website's standing conditions make. */
  async #withConditions<Query extends SelectingQuery>(query: Query): Promise<Query> {
    return query.counted === "all" ? query : withConditions(query, await this.#conditionsOf(query));
  }

  /** Resolves with what conditions hide on each day. Reports of one range share the answer. */
  async #hiddenDays(
    query: HiddenQuery,
    caller: QueryCaller,
  ): Promise<Answer<readonly HiddenDay[]>> {
    if (query.conditions.length === 0) return { value: [], version: "" };
    const hidden = hiddenQueryOf(query);
    return this.#ask<readonly HiddenDay[]>(["hidden", hidden], caller, async (takeTurn) => {
      const count: Count<readonly HiddenDay[]> = (states, limits) =>
        hiddenReport.count(this.#db, hidden, states, limits);
      return answerOf(await this.#days.answer(hidden, takeTurn, count));
    });
  }

  /** Returns the states of the days, if the query can have all of them. */
  async #currentDays(query: WebsiteDays, caller: QueryCaller): Promise<RangeState> {
    const takeTurn = this.#scheduler.turnsFor(caller);
    await this.#refuseDeletedDays(query, takeTurn);
    return this.#days.current(query, takeTurn);
  }

  /** Returns the states of the days of each query, one after the other. */
  async #statesOf(queries: readonly WebsiteDays[], takeTurn: TakeTurn): Promise<RangeState[]> {
    const states: RangeState[] = [];
    for (const query of queries) states.push(await this.#days.current(query, takeTurn));
    return states;
  }

  #describe(
    { websiteId }: WebsiteDays,
    days: readonly DayState[],
  ): Promise<ImportsMeta | undefined> {
    return describeImports(days, (ids) => this.#findImports(websiteId, ids));
  }

  /** Returns the first day that the query can begin with; undefined if it can begin with any. */
  async #firstDay(range: WebsiteDays, takeTurn: TakeTurn): Promise<string | undefined> {
    if (range.countsFrom === undefined || range.excludesArchived) return undefined;
    const ends = await takeTurn("light", (limits) => endsOfTotals(this.#db, range, limits));
    const { totalsOf: statistic, websiteId } = range;
    const ids = new Set(ends.map(({ importId }) => importId));
    const imports =
      statistic === undefined || ids.size === 0 ? [] : await this.#findImports(websiteId, ids);
    const readable = new Set(
      imports.filter(({ missing }) => !missing.includes(statistic ?? "")).map(({ id }) => id),
    );
    const days = ends.filter(({ importId }) => !readable.has(importId));
    return days
      .map(({ dayAfter }) => dayAfter)
      .sort()
      .at(-1);
  }

  async #refuseDeletedDays(range: WebsiteDays, takeTurn: TakeTurn): Promise<void> {
    const first = await this.#firstDay(range, takeTurn);
    if (first === undefined) return;
    const day = moveDay(first, range.marginDays ?? 0);
    const error = range.isEarlier
      ? `must not be compared with days before ${day} for this query`
      : `must not be before ${day} for this query`;
    throw invalid({ from: [`${error}: earlier days have totals and no events`] });
  }
}

/** Returns whether events of the days were taken out or changed since they were counted. */
function haveLostEvents(before: readonly DayState[], now: readonly DayState[]): boolean {
  const removals = new Map(now.map((day) => [day.date, day.removals]));
  return before.some((day) => removals.get(day.date) !== day.removals);
}

/** Returns the answer without its days, which the cache need not keep. */
function answerOf<T>({ value, version }: Counted<T>): Answer<T> {
  return { value, version };
}
