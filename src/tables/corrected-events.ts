import type { Database } from "../clickhouse/database.ts";
import { bind, join, literals, type Sql, sql } from "../clickhouse/sql.ts";

/** A change of rows of `events`: some columns get other values, or the rows go. */
export interface RowCorrection {
  readonly affected: Sql;
  readonly assignments?: readonly { readonly column: Sql; readonly value: Sql }[];
}

/** Visitors, numbers as text, by day. */
export interface DayVisitors {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly visitors: readonly string[];
}

/** Room for all visitors of the largest day, whose numbers stand in the statement. */
const queryBytesMax = 256 * 1024 ** 2;

/**
 * Corrects rows of one month. Readers see all rows that meet the condition as they were until the
 * store has written down the mutation, and as they are to be from then on, see
 * `apply_mutations_on_fly`. So a kill of Footfall or of the store leaves none half done. Resolves
 * when all parts are rewritten. Rows that are inserted meanwhile stay as they are.
 */
export function correctRows(
  db: Database,
  month: number,
  within: Sql,
  { affected, assignments }: RowCorrection,
): Promise<void> {
  const set = join(
    (assignments ?? []).map(({ column, value }) => sql`${column} = ${value}`),
    ", ",
  );
  return db.run(
    sql`
    ALTER TABLE events
    ${assignments === undefined ? sql`DELETE` : sql`UPDATE ${set}`}
    IN PARTITION ID ${bind("String", String(month))}
    WHERE ${within} AND ${affected}
    SETTINGS mutations_sync = 1`,
    { isLong: true, queryBytesMax },
  );
}

/** Returns the condition on rows of these visitor days. */
export function isOfVisitorDays(days: readonly DayVisitors[]): Sql {
  const conditions = days.map(
    ({ date, visitors }) =>
      sql`(date = ${bind("Date", date)} AND visitor IN ${literals("UInt64", visitors)})`,
  );
  return conditions.length === 0 ? sql`false` : sql`(${join(conditions, " OR ")})`;
}

/** Returns whether the store is still rewriting `events`, or tries in vain. */
export async function isRewritingEvents(db: Database): Promise<boolean> {
  const mutations = await db.rows(sql`
    SELECT 1
    FROM system.mutations
    WHERE database = currentDatabase() AND table = 'events' AND NOT is_done
    LIMIT 1`);
  return mutations.length > 0;
}

/** Makes the store forget the text of the last correction: it has that of one mutation alone. */
export async function forgetCorrection(db: Database, month: number): Promise<void> {
  await correctRows(db, month, sql`website_id = 0`, { affected: sql`false` });
}

/** Returns the months that have events which meet a condition, oldest first. */
export async function monthsOfEvents(db: Database, condition: Sql): Promise<number[]> {
  const rows = await db.rows<{ month: number }>(sql`
    SELECT DISTINCT toYYYYMM(date) AS month
    FROM events
    WHERE ${condition}
    ORDER BY month`);
  return rows.map(({ month }) => month);
}
