import type { DayUntil } from "../rollups/open-days/changes.ts";
import { bind, isOneOf, join, type Sql, sql } from "../store/sql.ts";
import type { DayState } from "./day-states.ts";

/** A website's days that have events. */
export interface StatedDays {
  readonly websiteId: number;
  readonly days: readonly DayState[];
}

/** What reads the days of each kind. */
interface Parts {
  /** From a table with the columns of `rollup_values`, given the condition on its rows; the dimension is its own business. */
  readonly rolled: (table: Sql, condition: Sql) => Sql;
  /** From `events`, without engagement, given the condition on its rows. */
  readonly counted: (condition: Sql) => Sql;
  /** What the events after those of `increments` change; see `changesSql`. */
  readonly changed: (day: DayUntil, increments: readonly string[]) => Sql;
}

/**
 * All parts as one table, whose sums are the numbers. Days that are rolled up are read from there, the others counted from `events`; of
 * those with a running roll-up only what came later.
 */
export function dayPartsSql(
  { websiteId, days }: StatedDays,
  { rolled, counted, changed }: Parts,
): Sql {
  const website = sql`website_id = ${bind("UInt32", websiteId)}`;
  const runs = days.flatMap(({ date, run }) => (run === undefined ? [] : [{ date, run }]));
  const running = days.flatMap(({ running }) => (running === undefined ? [] : [running.rollup]));
  const raw = days.filter((day) => day.run === undefined && day.running === undefined);
  const ofRaw = isOneOf(
    sql`date`,
    "Array(Date)",
    raw.map(({ date }) => date),
  );
  const parts = [
    ...(runs.length > 0
      ? [rolled(sql`rollup_values`, sql`${website} AND ${ofRuns(sql`run`, runs)}`)]
      : []),
    ...(raw.length > 0 ? [counted(sql`${website} AND ${ofRaw} AND name != 'engagement'`)] : []),
    ...running.flatMap(({ date, increments, untilMs }) => [
      rolled(
        sql`open_day_values`,
        sql`${website} AND ${ofRuns(
          sql`increment`,
          increments.map((run) => ({ date, run })),
        )}`,
      ),
      changed({ websiteId, date, untilMs }, increments),
    ]),
  ];
  return join(parts, "\n      UNION ALL");
}

function ofRuns(
  column: Sql,
  days: readonly { readonly date: string; readonly run: string }[],
): Sql {
  const runs = days.map(({ run }) => run);
  return sql`date >= ${bind("Date", days[0]?.date)}
        AND date <= ${bind("Date", days.at(-1)?.date)}
        AND ${isOneOf(column, "Array(UUID)", runs)}`;
}
