import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { type Sql, sql } from "../clickhouse/sql.ts";
import { conditionsOn } from "../counting/conditions.ts";
import { type Condition, filterDimensions, passesFiltersSql } from "../counting/filters.ts";
import { type VisitorDaySource, visitorDaysSql } from "../counting/visitor-days.ts";
import { countingSettings } from "./counting-settings.ts";
import { dayPartsSql, neverRolledUp } from "./day-parts.ts";
import { type DayState, hasValues } from "./day-state.ts";
import type { Report, ReportQuery } from "./report.ts";

/** A query for the visitor days that conditions hide. */
export interface HiddenQuery extends ReportQuery {
  readonly conditions: readonly Condition[];
}

/** The visitor days of a day that conditions hide. */
export interface HiddenDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly visitors: number;
  /** Their events, engagement included. */
  readonly events: number;
}

/** The hidden part of each day that has one. Days without events keep what they counted. */
export const hiddenReport: Report<HiddenQuery, readonly HiddenDay[]> = {
  name: "hidden",
  count: countHidden,
};

async function countHidden(
  db: Database,
  query: HiddenQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<readonly HiddenDay[]> {
  const { conditions, filters } = query;
  const hiding = days.filter(
    ({ date, isArchived }) => isArchived !== true && conditionsOn(conditions, date).length > 0,
  );
  // Roll-ups know what they leave out of all visitor days.
  const isKnown = (day: DayState) => filters.length === 0 && hasValues(day, conditions);
  const known = hiding.filter(isKnown).flatMap(({ date, hidden }) => {
    return hidden === undefined ? [] : [{ date, visitors: hidden.visitors, events: hidden.events }];
  });
  const counted = hiding.filter((day) => !isKnown(day));
  if (counted.length === 0) return known;
  return [...known, ...(await db.rows<HiddenDay>(hiddenSql(query, counted), limits))];
}

/** Returns the statement: a row for each day. */
export function hiddenSql(query: HiddenQuery, days: readonly DayState[]): Sql {
  const { conditions, countsFrom = "visitor_days" } = query;
  const isHidden = { dimension: "conditions", conditions, selects: "hidden" } as const;
  const filters = [...query.filters, isHidden];
  const fromVisitorDays = (source: VisitorDaySource) => sql`
    SELECT
      date,
      count() AS visitors,
      sum(day_events) AS events
    FROM (${visitorDaysSql(filterDimensions(filters), source)})
    WHERE day_activity > 0 AND ${passesFiltersSql(filters)}
    GROUP BY date`;
  const parts = dayPartsSql(
    { ...query, filters, countsFrom, days },
    { fromVisitorDays, readsEngagement: true, ...neverRolledUp },
  );
  return sql`${parts}
    SETTINGS ${countingSettings(days)}`;
}
