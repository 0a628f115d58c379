import { createHash } from "node:crypto";

import { bind, join, render, type Sql, sql } from "../store/sql.ts";
import type { Dimension } from "./carriers.ts";
import { dimensions } from "./dimensions.ts";
import { countedBy, visitorDaysSql } from "./visitor-days.ts";
import { bounces, visitMs } from "./visits.ts";

type Counted = Pick<Dimension, "counted">;

/** What a roll-up keeps beside the dimensions: numbers of the whole day, in `occurrences`. */
const measures = {
  bounce: ofWholeDay(bounces),
  visit_ms: ofWholeDay(visitMs),
} as const satisfies Record<string, Counted>;

export type MeasureName = keyof typeof measures;

function ofWholeDay(amount: Sql): Counted {
  return { counted: () => sql`[('', toUInt64(0), toUInt64(0), toUInt64(${amount}))]` };
}

/** A day of websites to be rolled up. */
export interface RollUp {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly websiteIds: readonly number[];
  /** A UUID. */
  readonly run: string;
}

/**
 * Writes the numbers of every dimension to `rollup_values`, in one pass over the day's events: all of them are
 * of the same state of the table, whatever is inserted at that moment. One thread, as it has time; small blocks, as a
 * visitor's day becomes dozens of rows.
 */
export function rollUpSql({ date, websiteIds, run }: RollUp): Sql {
  const kept: Readonly<Record<string, Counted>> = { ...dimensions, ...measures };
  const lists = Object.keys(kept).map((name) => {
    const dimension: Sql = { chunks: [`'${name}'`] };
    return sql`arrayMap(x -> (${dimension}, x.1, x.2, x.3, x.4), ${countedBy(name)})`;
  });
  const condition = sql`website_id IN ${bind("Array(UInt32)", websiteIds)} AND date = ${bind("Date", date)}`;
  return sql`
    INSERT INTO rollup_values (website_id, dimension, date, value, visitors, pageviews, occurrences, run)
    SELECT
      website_id,
      counted.1 AS dimension,
      date,
      counted.2 AS value,
      sum(counted.3) AS visitors,
      sum(counted.4) AS pageviews,
      sum(counted.5) AS occurrences,
      ${bind("UUID", run)} AS run
    FROM (
      SELECT
        website_id,
        date,
        arrayJoin(arrayPushBack(
          if(day_activity = 0, [], arrayConcat(
          ${join(lists, ",\n          ")})),
          ('event_total', '', toUInt64(0), toUInt64(0), day_events))) AS counted
      FROM (${visitorDaysSql(kept, condition)})
    )
    GROUP BY website_id, date, dimension, value
    SETTINGS
      max_threads = 1,
      max_block_size = 8192,
      optimize_aggregation_in_order = 1,
      aggregation_in_order_max_block_bytes = 4000000`;
}

/** Makes the run the one that stands for its day. */
export function acceptRollUpSql({ date, run }: RollUp): Sql {
  return sql`
    INSERT INTO rollup_days (website_id, date, run, definition, events, rolled_at)
    SELECT
      website_id,
      date,
      run,
      ${bind("UInt64", rollupDefinition())} AS definition,
      occurrences AS events,
      now64(3) AS rolled_at
    FROM rollup_values
    WHERE date = ${bind("Date", date)} AND dimension = 'event_total' AND run = ${bind("UUID", run)}`;
}

let definition: string | undefined;

/**
 * Stands for what a roll-up counts by: another statement, another list of names, and the roll-ups that an earlier version
 * left are not believed.
 */
export function rollupDefinition(): string {
  if (definition === undefined) {
    const { query, query_params } = render(rollUpSql({ date: "", websiteIds: [], run: "" }));
    const hash = createHash("sha256")
      .update(JSON.stringify([query, query_params]))
      .digest();
    definition = hash.readBigUInt64BE().toString();
  }
  return definition;
}
