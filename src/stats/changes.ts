import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { bind, join, type Sql, sql } from "../clickhouse/sql.ts";
import type { Dimension, Tallied } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensionNames, dimensions } from "../counting/dimensions.ts";
import { countingSettings } from "./counting-settings.ts";
import { dayEntriesSql } from "./day-entries.ts";
import type { DayState } from "./day-state.ts";
import type { ComparedQuery, Report } from "./report.ts";

/** The values of a list of changes. */
export const changesMax = 10;

/** A value whose visitors have changed. */
interface ValueChange {
  readonly dimension: DimensionName;
  readonly value: string;
  readonly visitors: number;
  readonly visitors_before: number;
}

interface Changes {
  readonly days: readonly DayState[];
  readonly rows: readonly ValueChange[];
}

/** Days are compared as a whole, and have no counterpart among the earlier ones. */
const changing = dimensionNames.filter((name) => dimensions[name].countedUnit !== "day");
const tallies = Object.fromEntries(changing.map((name) => [name, visitorsOf(dimensions[name])]));

/** Returns the tally of visitors alone. Most of the time goes into planning other numbers. */
function visitorsOf({ values }: Dimension): Tallied {
  if (values === undefined) throw new Error("days have no visitors of their own");
  const { columns, tally } = values;
  return {
    columns,
    tally: () => sql`arrayMap(
        x -> (toString(x), toUInt64(1), toUInt64(0), toUInt64(0)),
        arrayDistinct(${tally()}))`,
  };
}

/**
 * The values of all dimensions whose visitors have changed most since the earlier range, exact. One
 * statement reads both ranges, so the first of them only hands on its days.
 */
export const changesReport: Report<ComparedQuery, Changes> = {
  name: "changes",
  async count(db, query, days, limits, now) {
    if (now === undefined || days.length + now.days.length === 0) return { days, rows: [] };
    return { days, rows: await changesOf(db, query, { now: now.days, before: days }, limits) };
  },
};

interface BothDays {
  readonly now: readonly DayState[];
  readonly before: readonly DayState[];
}

function changesOf(
  db: Database,
  query: ComparedQuery,
  days: BothDays,
  limits: QueryLimits,
): Promise<readonly ValueChange[]> {
  return db.rows<ValueChange>(changesSql(query, days), limits);
}

/** Returns the statement: a row for each of the values, the greatest change first. */
export function changesSql(query: ComparedQuery, { now, before }: BothDays): Sql {
  const entriesOf = (days: readonly DayState[], sign: Sql) =>
    days.length === 0
      ? []
      : [
          sql`
        SELECT dimension, value, visitors, ${sign} AS is_now
        FROM (${dayEntriesSql({ ...query, days }, tallies)}
        )`,
        ];
  return sql`
    SELECT
      entry.dimension AS dimension,
      entry.value AS value,
      toUInt64(sumIf(entry.visitors, is_now)) AS visitors,
      toUInt64(sumIf(entry.visitors, NOT is_now)) AS visitors_before
    FROM (${join([...entriesOf(now, sql`true`), ...entriesOf(before, sql`false`)], "\n        UNION ALL")}
    ) AS entry
    GROUP BY dimension, value
    HAVING visitors != visitors_before
    ORDER BY abs(toInt64(visitors) - toInt64(visitors_before)) DESC, dimension, value
    LIMIT ${bind("UInt32", changesMax)}
    SETTINGS ${countingSettings([...now, ...before])}`;
}
