import { bind, identifier, type Sql, sql } from "../clickhouse/sql.ts";

/** A table of which a website's rows move to another shard. */
export interface MovedTable {
  readonly name: string;
  /** The day of a row: the rows of some days are compared and copied at once. */
  readonly day: Sql;
  /**
   * A text of a row. The rows of one day with the same text are one unit: another shard has all of
   * them or none, as they are inserted at once.
   */
  readonly unit: Sql;
  /** Returns the condition on the rows of a website that move. */
  readonly moves: (websiteId: number) => Sql;
  /** Whether the shard that the website has left refuses more rows of it, see write-block.ts. */
  readonly isBlocked: boolean;
  /**
   * The column that merges add up, if they do. The number of its rows says nothing then, and equal
   * rows that came later must not be added to those of the move: `moved_from` tells them apart.
   */
  readonly summed?: "reads";
}

export function ofWebsite(id: number): Sql {
  return sql`website_id = ${bind("UInt32", id)}`;
}

/** Returns the beginning of the query ids of all inserts of a website's moves. */
export function queryIdsOf(id: number): string {
  return `move-${id}-`;
}

function isArchived(id: number): Sql {
  return sql`${ofWebsite(id)} AND rollup_id IN (
        SELECT rollup_id
        FROM archived_rollups
        WHERE ${ofWebsite(id)}
      )`;
}

/** Merges remove the earlier rows of a definition, at any time. */
function isNewest(id: number): Sql {
  return sql`${ofWebsite(id)} AND (kind, id, change) IN (
        SELECT
          kind,
          id,
          max(change)
        FROM definitions
        WHERE ${ofWebsite(id)}
        GROUP BY kind, id
      )`;
}

/** As of definitions; `version` counts the changes of a piece. */
function isNewestPiece(id: number): Sql {
  return sql`${ofWebsite(id)} AND (before, slot, version) IN (
        SELECT
          before,
          slot,
          max(version)
        FROM followed_logs
        WHERE ${ofWebsite(id)}
        GROUP BY before, slot
      )`;
}

/** A batch is one insert, of which a month has all rows or none. */
const ofBatches = {
  day: sql`date`,
  unit: sql`toString(batch)`,
  moves: ofWebsite,
  isBlocked: true,
} as const;
/** The other roll-ups are made anew, as the events that they counted move. */
const ofArchivedRollups = {
  day: sql`date`,
  unit: sql`toString(rollup_id)`,
  moves: isArchived,
  isBlocked: false,
} as const;

/**
 * The tables whose rows move, in the order in which they are copied: an archived roll-up counts as
 * soon as it is in `archived_rollups`, so its values come before. test/move/tables.test.ts
 * compares the list with that of `purgeDeletedWebsites`.
 */
export const movedTables: readonly MovedTable[] = [
  { name: "events", ...ofBatches },
  { name: "drops", ...ofBatches },
  {
    name: "reads",
    day: sql`date`,
    unit: sql`concat(toString(date), ' ', toString(hour))`,
    moves: ofWebsite,
    isBlocked: true,
    summed: "reads",
  },
  { name: "rollup_days", ...ofArchivedRollups },
  { name: "rollup_values", ...ofArchivedRollups },
  {
    ...ofArchivedRollups,
    name: "archived_rollups",
    unit: sql`concat(toString(rollup_id), ' ', toString(gone))`,
    moves: ofWebsite,
  },
  {
    name: "idempotency_records",
    day: sql`toDate(expires_at)`,
    unit: sql`concat(toString(batch), ' ', key)`,
    moves: (id) => sql`${ofWebsite(id)} AND expires_at > now()`,
    isBlocked: true,
  },
  {
    name: "followed_logs",
    day: sql`toDate(written_at)`,
    unit: sql`toString(writer)`,
    moves: isNewestPiece,
    isBlocked: true,
  },
  {
    name: "deliveries",
    day: sql`toDate(${identifier("from")})`,
    unit: sql`concat(toString(event_id), ' ', toString(sender), ' ', status)`,
    moves: ofWebsite,
    isBlocked: true,
  },
  {
    name: "definitions",
    day: sql`toDate(created_at)`,
    unit: sql`toString(writer)`,
    moves: isNewest,
    isBlocked: true,
  },
];

/**
 * The tables of a website whose rows do not move: they are made of the events, and `deliveries` has
 * what is in `email_reports`.
 */
export const madeAnew = [
  "visitor_days",
  "open_day_values",
  "open_day_visitors",
  "open_day_rollups",
  "email_reports",
] as const;

export const blockedTables = movedTables
  .filter(({ isBlocked }) => isBlocked)
  .map(({ name }) => name);
/** The tables whose rows make the statistics of the open and the closed days. */
export const batchTables: readonly string[] = ["events", "drops"];
