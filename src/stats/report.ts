import type { Readable } from "node:stream";
import type { Database, QueryLimits } from "../clickhouse/database.ts";
import type { Filter } from "../counting/filters.ts";
import type { ClippedRange, WebsiteDays } from "../counting/website-days.ts";
import type { DayCount } from "../rollups/day-sql.ts";
import type { DayState } from "./day-state.ts";
import type { ExportLimits } from "./query-scheduler.ts";

/** A query about a range of days. It has everything that its answer follows from but the events. */
export interface ReportQuery extends WebsiteDays {
  /** Conditions on visitor days; all count if there is none. */
  readonly filters: readonly Filter[];
  /** The visitor days that are counted: those that count, if undefined. */
  readonly counted?: "all" | "hidden" | undefined;
}

/** A query that may compare its days with earlier ones. */
export interface ComparedQuery extends ReportQuery {
  readonly earlier?: ClippedRange;
}

/**
 * Returns the query about the earlier range, which has hours of its own; undefined if the query
 * does not compare.
 */
export function earlierQuery<Query extends ComparedQuery>(query: Query): Query | undefined {
  const { earlier } = query;
  if (earlier === undefined) return undefined;
  const ownHours = { sinceMs: undefined, untilMs: undefined };
  return { ...query, ...ownHours, ...earlier, earlier: undefined, isEarlier: true };
}

/** The rows that a report counts, if they are no events: the states of days say nothing of them. */
export type ReportSource = "reads";

/** A kind of query, and how it is answered. */
export interface Report<Query extends ReportQuery, Value> {
  /** Tells the answers of the report from those of others. */
  readonly name: string;
  readonly source?: ReportSource;
  /**
   * Counts the answer, given the states of the days. Where a query compares, `now` is the answer
   * for its own days while the earlier ones are counted.
   */
  readonly count: (
    db: Database,
    query: Query,
    days: readonly DayState[],
    limits: QueryLimits,
    now?: Value,
  ) => Promise<Value>;
}

/** How much an export may take, and how it proves that it is whole. */
export interface ExportRun extends ExportLimits {
  /** Throws if events that the export chose may have been deleted, or moved, since its start. */
  readonly confirm: () => Promise<void>;
}

/** A way to write the events of a website into a file. */
export interface EventExport<Query extends ReportQuery> {
  /** Resolves with the file when its beginning is there. `days` are those with events. */
  readonly open: (
    db: Database,
    query: Query,
    days: readonly DayCount[],
    run: ExportRun,
  ) => Promise<Readable>;
}

/** Starts a download. `stays` throws if the website's events are elsewhere by now. */
export type StartExport = (stays?: () => Promise<void>) => Promise<Readable>;

/** A report whose answer can be downloaded. */
export interface CsvReport<Query extends ReportQuery> {
  readonly source?: ReportSource;
  /** Returns all rows as CSV, with a header line. */
  readonly csv: (
    db: Database,
    query: Query,
    days: readonly DayState[],
    limits: QueryLimits,
  ) => Promise<Readable>;
}
