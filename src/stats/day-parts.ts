import { bind, isOneOf, join, moment, type Sql, sql } from "../clickhouse/sql.ts";
import { type Filter, filterDimensions } from "../counting/filters.ts";
import { readEngagement, type VisitorDaySource } from "../counting/visitor-days.ts";
import type { WebsiteDays } from "../counting/website-days.ts";
import type { DayUntil } from "../rollups/open-days/later-effect.ts";
import { type DayState, hasValues } from "./day-state.ts";

/** The states of a website's days that have events. */
export interface WebsiteDayStates
  extends Pick<WebsiteDays, "websiteId" | "countsFrom" | "conditions"> {
  readonly days: readonly DayState[];
  /** The filters of the statement. */
  readonly filters?: readonly Filter[];
}

/** Statements for the three kinds of days. All return the same columns. */
interface PartStatements {
  /** Reads a table with the columns of `rollup_values`. The condition leaves the dimension open. */
  readonly fromRollups: (table: Sql, condition: Sql) => Sql;
  /** Counts visitor days. Those of `events` are without engagement unless `readsEngagement`. */
  readonly fromVisitorDays: (source: VisitorDaySource) => Sql;
  readonly readsEngagement?: boolean;
  /** Computes what the events after an open-day roll-up change; see `laterEffectSql`. */
  readonly fromLaterEvents: (day: DayUntil, increments: readonly string[]) => Sql;
  /** Adds up the rows of several of these statements. */
  readonly sumOf: (parts: Sql) => Sql;
}

/**
 * Returns the sums over all days: those with a roll-up are read from there, or counted from its
 * visitor days if the query needs that. Those with an open-day roll-up are read from there and from
 * what came later, and the others are counted from `events`. Mostly there is one part, which needs
 * no sum: each layer of a statement takes time to plan.
 */
export function dayPartsSql(
  { websiteId, days, countsFrom, conditions, filters = [] }: WebsiteDayStates,
  statements: PartStatements,
): Sql {
  const { fromRollups, fromVisitorDays, fromLaterEvents, sumOf } = statements;
  const readsEngagement =
    statements.readsEngagement === true || readEngagement(filterDimensions(filters));
  const website = sql`website_id = ${bind("UInt32", websiteId)}`;
  const rolledUp = days.filter(({ rollupId }) => rollupId !== undefined);
  const isValued = (day: DayState) => countsFrom !== "visitor_days" && hasValues(day, conditions);
  const valued = rolledUp.filter(isValued);
  const stored = rolledUp.filter((day) => !isValued(day));
  const ofRollUps = (some: readonly DayState[]) => {
    const dates = some.map(({ date }) => date);
    const ids = some.flatMap(({ rollupId }) => rollupId ?? []);
    return sql`${website} AND ${withinRollups(dates, sql`rollup_id`, ids)}`;
  };
  const openDays = days.flatMap(({ openDay }) => (openDay === undefined ? [] : [openDay.rollup]));
  const raw = days.filter((day) => day.rollupId === undefined && day.openDay === undefined);
  const parts = [
    ...(valued.length > 0 ? [fromRollups(sql`rollup_values`, ofRollUps(valued))] : []),
    ...(stored.length > 0
      ? [
          fromVisitorDays({
            table: "visitor_days",
            condition: sql`${ofRollUps(stored)} AND day_activity > 0`,
          }),
        ]
      : []),
    ...(raw.length > 0
      ? [
          fromVisitorDays({
            table: "events",
            condition: eventsOnDays({ websiteId, days: raw, filters }, { readsEngagement }),
          }),
        ]
      : []),
    ...openDays.flatMap(({ date, increments, untilMs }) => [
      fromRollups(
        sql`open_day_values`,
        sql`${website} AND ${withinRollups([date], sql`increment`, increments)}`,
      ),
      fromLaterEvents({ websiteId, date, untilMs }, increments),
    ]),
  ];
  const [first] = parts;
  return first !== undefined && parts.length === 1
    ? first
    : sumOf(join(parts, "\n      UNION ALL"));
}

/** The statements of a query that reads no values of roll-ups. */
export const neverRolledUp = {
  fromRollups: () => noValues(),
  fromLaterEvents: () => noValues(),
  sumOf: (parts: Sql) => parts,
};

function noValues(): never {
  throw new Error("the query reads no values of roll-ups");
}

/**
 * Returns the condition on rows of `events` that page views and custom events of the days meet,
 * with engagement if that is asked for, or a filter looks at it.
 */
export function eventsOnDays(
  { websiteId, days, filters = [] }: WebsiteDayStates,
  { readsEngagement = readEngagement(filterDimensions(filters)) } = {},
): Sql {
  const dates = days.map(({ date }) => date);
  const onDays = isOneOf(sql`date`, "Array(Date)", dates);
  const ofDays = sql`website_id = ${bind("UInt32", websiteId)} AND ${onDays}${withinHours(days)}`;
  return readsEngagement ? ofDays : sql`${ofDays} AND name != 'engagement'`;
}

/** Returns the condition of days that leave out hours. The days between them meet it. */
function withinHours(days: readonly DayState[]): Sql {
  const since = days.flatMap(({ sinceMs }) => sinceMs ?? []);
  const until = days.flatMap(({ untilMs }) => untilMs ?? []);
  return sql`${join(
    [
      ...since.map((ms) => sql` AND time >= ${moment(ms)}`),
      ...until.map((ms) => sql` AND time < ${moment(ms)}`),
    ],
    "",
  )}`;
}

function withinRollups(dates: readonly string[], column: Sql, ids: readonly string[]): Sql {
  return sql`date >= ${bind("Date", dates[0])}
        AND date <= ${bind("Date", dates.at(-1))}
        AND ${isOneOf(column, "Array(UUID)", ids)}`;
}
