import { bind, isOneOf, join, type Sql, sql } from "../store/sql.ts";
import type { DayState } from "./day-states.ts";

/** A website's days that have events. */
export interface StatedDays {
  readonly websiteId: number;
  readonly days: readonly DayState[];
}

/** What reads the days of either kind, given the condition that picks them. */
interface Parts {
  /** From `rollup_values`; the dimension is its own business. */
  readonly rolled: (condition: Sql) => Sql;
  /** From `events`, without engagement. */
  readonly counted: (condition: Sql) => Sql;
}

/** Both parts as one table. Days that are rolled up are read from there, the others counted from `events`. */
export function dayPartsSql({ websiteId, days }: StatedDays, { rolled, counted }: Parts): Sql {
  const website = sql`website_id = ${bind("UInt32", websiteId)}`;
  const runs = days.flatMap(({ date, run }) => (run === undefined ? [] : [{ date, run }]));
  const raw = days.filter(({ run }) => run === undefined).map(({ date }) => date);
  const parts = [
    ...(runs.length > 0 ? [rolled(sql`${website} AND ${ofRuns(runs)}`)] : []),
    ...(raw.length > 0
      ? [
          counted(
            sql`${website} AND ${isOneOf(sql`date`, "Array(Date)", raw)} AND name != 'engagement'`,
          ),
        ]
      : []),
  ];
  return join(parts, "\n      UNION ALL");
}

function ofRuns(days: readonly { readonly date: string; readonly run: string }[]): Sql {
  const runs = days.map(({ run }) => run);
  return sql`date >= ${bind("Date", days[0]?.date)}
        AND date <= ${bind("Date", days.at(-1)?.date)}
        AND ${isOneOf(sql`run`, "Array(UUID)", runs)}`;
}
