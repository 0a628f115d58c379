import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { type Sql, sql } from "../clickhouse/sql.ts";
import { type WebsiteDays, withinDays } from "../counting/website-days.ts";

/** A roll-up of a day whose events are not in `events`. */
export interface ArchivedRollup {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly rollupId: string;
  /** Number of events that it counted. */
  readonly events: number;
  /**
   * 0 while retention deletes its events: it is the whole day then, whatever `events` still holds.
   */
  readonly gone: 0 | 1;
  /** The import that brought the totals of the day; 0 if retention deleted its events. */
  readonly importId: number;
}

/** Returns the statement that inserts the selected rows: all columns, in the order of the table. */
export function insertArchivedSql(rows: Sql): Sql {
  return sql`
    INSERT INTO archived_rollups (website_id, date, rollup_id, events, gone, import_id)${rows}`;
}

/** Returns the archived roll-ups, one row each. */
export function archivedRollupsSql(condition: Sql): Sql {
  return sql`
    SELECT
      website_id,
      date,
      rollup_id,
      max(archived_rollups.events) AS events,
      max(archived_rollups.gone) AS gone
    FROM archived_rollups
    WHERE ${condition} AND archived_rollups.gone < 2
    GROUP BY website_id, date, rollup_id`;
}

/**
 * Returns how often events of each day were taken out or changed, for days of which some were: each
 * undo of an import and each correction counts once when it begins and once when it ends.
 */
export function removalsSql(condition: Sql): Sql {
  return sql`
    SELECT
      website_id,
      date,
      uniqExact(rollup_id) AS removals
    FROM archived_rollups
    WHERE ${condition} AND gone = 2
    GROUP BY website_id, date`;
}

/** Returns the condition that leaves out imported totals, after others, if a query wants that. */
export function hasTotals({ excludesImports = false }: Pick<WebsiteDays, "excludesImports">): Sql {
  return excludesImports ? sql` AND (import_id = 0 OR archived_rollups.gone = 2)` : sql``;
}

/**
 * Returns the ids of archived roll-ups whose events are deleted. They say nothing about the events
 * that are there.
 */
export function archivedIdsSql(condition: Sql): Sql {
  return sql`
      SELECT rollup_id
      FROM archived_rollups
      WHERE ${condition} AND gone > 0`;
}

/** Where totals without events end in a range of days. */
export interface EndOfTotals {
  /** The import that brought the totals; 0 if retention deleted the events. */
  readonly importId: number;
  /** The day after the last one that has such totals. */
  readonly dayAfter: string;
}

/** Returns the ends of the totals without events that the range has, of each import. */
export function endsOfTotals(
  db: Database,
  days: WebsiteDays,
  limits: QueryLimits,
): Promise<EndOfTotals[]> {
  return db.rows<EndOfTotals>(
    sql`
    SELECT
      import_id AS importId,
      max(date) + 1 AS dayAfter
    FROM archived_rollups
    WHERE ${withinDays(days)} AND gone < 2${hasTotals(days)}
    GROUP BY import_id`,
    limits,
  );
}
