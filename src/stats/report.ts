import type { Readable } from "node:stream";

import type { DayRange, WebsiteDays } from "../counting/website-days.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import type { DayState } from "./day-state.ts";
import type { Filter } from "./filters.ts";

/** A query about a range of days. It has everything that its answer follows from but the events. */
export interface ReportQuery extends WebsiteDays {
  /** Conditions on visitor days; all count if there is none. */
  readonly filters: readonly Filter[];
}

/** A query that may compare its days with earlier ones. */
export interface ComparedQuery extends ReportQuery {
  readonly earlier?: DayRange;
}

/** A kind of query, and how it is answered. */
export interface Report<Query extends ReportQuery, Value> {
  /** Tells the answers of the report from those of others. */
  readonly name: string;
  /** Counts the answer, given the states of the days. */
  readonly count: (
    db: Database,
    query: Query,
    days: readonly DayState[],
    limits: QueryLimits,
  ) => Promise<Value>;
}

/** A report whose answer can be downloaded. */
export interface CsvReport<Query extends ReportQuery> {
  /** Returns all rows as CSV, with a header line. */
  readonly csv: (
    db: Database,
    query: Query,
    days: readonly DayState[],
    limits: QueryLimits,
  ) => Promise<Readable>;
}
