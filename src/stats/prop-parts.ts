import { type Sql, sql } from "../clickhouse/sql.ts";
import { dayPartsSql, type WebsiteDayStates } from "./day-parts.ts";

/** Statements for the two kinds of days. Both return the same columns. */
interface PropStatements {
  /** Counts `events`. */
  readonly fromEvents: (condition: Sql) => Sql;
  /** Reads rows of `key`, `prop_value`, `visitors` and `occurrences`. */
  readonly fromTotals: (totals: Sql) => Sql;
}

/** Returns the rows of all days: those imported as totals are read, the others are counted. */
export function propPartsSql(
  days: WebsiteDayStates,
  { fromEvents, fromTotals }: PropStatements,
): Sql {
  return dayPartsSql(days, {
    fromVisitorDays: ({ condition }) => fromEvents(condition),
    fromRollups: (table, condition) =>
      fromTotals(sql`
          SELECT
            JSONExtractString(rolled.value, 1) AS key,
            JSONExtractString(rolled.value, 2) AS prop_value,
            rolled.visitors AS visitors,
            rolled.occurrences AS occurrences
          FROM ${table} AS rolled
          WHERE ${condition} AND rolled.dimension = 'prop'`),
    fromLaterEvents: () => {
      throw new Error("props are in no open-day roll-up");
    },
    sumOf: (parts) => parts,
  });
}
