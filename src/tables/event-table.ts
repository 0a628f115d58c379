import { randomUUID } from "node:crypto";
import { ClickHouseError } from "@clickhouse/client";
import { Problem } from "../base/errors.ts";
import type { Database } from "../clickhouse/database.ts";
import { oneBlock } from "../clickhouse/one-block.ts";
import { bind, identifier, join, type Sql, sql } from "../clickhouse/sql.ts";
import type { DeliveryStore } from "../collect/idempotency.ts";
import { dropColumnNames } from "../events/drop-row.ts";
import { readColumnNames } from "../events/read-row.ts";
import { columnNames } from "../events/row.ts";
import { type Batch, BatchContended, BatchRefused } from "../log/batch.ts";
import type { Table } from "../log/record.ts";
import { purgeDeletedWebsites } from "./purge.ts";

export interface EventTable extends DeliveryStore {
  /** As in `BatchStore`, for the rows of some websites alone. */
  insert(batch: Batch, websites?: WebsiteSelection): Promise<void>;
  insertAgain(batch: Batch, websites?: WebsiteSelection): Promise<void>;
  has(batch: Omit<Batch, "rows">, websites?: WebsiteSelection): Promise<boolean>;
  /**
   * Starts to remove, for good, the events of deleted websites and all that was counted of them.
   */
  purge(): Promise<void>;
}

/** Selects the rows of these websites, or of all others. */
export interface WebsiteSelection {
  readonly ids: readonly number[];
  readonly isInverted?: boolean;
}

/** ClickHouse's errors about the rows themselves: to send them again would not help. */
const refusals =
  /^(CANNOT_PARSE_.*|CANNOT_READ_ALL_DATA|INCORRECT_DATA|ATTEMPT_TO_READ_AFTER_EOF|TOO_LARGE_STRING_SIZE|TOO_LARGE_ARRAY_SIZE|ARGUMENT_OUT_OF_BOUND|DECIMAL_OVERFLOW|VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE|TYPE_MISMATCH|UNKNOWN_ELEMENT_OF_ENUM)$/;

/**
 * The errors of an attempt in these cases: another attempt ended it, another one had not ended yet,
 * or its events are of a website that has moved to another store (`src/move`).
 */
const contentions = new Set([
  "QUERY_WAS_CANCELLED",
  "QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING",
  "VIOLATED_CONSTRAINT",
]);

/** The columns that an insert names. `batch` follows from the id of the insert. */
const columnsOf: Readonly<Record<Table, readonly string[]>> = {
  events: columnNames,
  drops: dropColumnNames,
  reads: readColumnNames,
};

const inserts: Readonly<Record<Table, Sql>> = {
  events: sql`INSERT INTO events`,
  drops: sql`INSERT INTO drops`,
  reads: sql`INSERT INTO reads`,
};

/**
 * Returns the access to the table `events`, to `drops`, which counts the events that rules left
 * out, and to `reads`. schema/ says what a row is. `first` is the database with the websites.
 *
 * Exactly once does not rest on ClickHouse's deduplication alone: its log of tokens is written
 * apart from the parts. A crash in between can leave a part without its token, which would double
 * the batch, or a token without its part, which would swallow it. So `insertAgain` believes only
 * the rows: it ends the earlier attempt, and looks whether they are there. It looks once more when
 * an insert under the earlier token has reported success.
 */
export function eventTable(db: Database, first: Database = db): EventTable {
  const insert = async (
    { id, table, rows }: Batch,
    deduplicationToken: string,
    websites: WebsiteSelection | undefined,
  ): Promise<void> => {
    // One batch is one part. The log's largest record, 256 MiB, is one block.
    const statement = sql`
      ${inserts[table]} (${namesOf(table)})
      ${websites === undefined ? sql`` : await selectionSql(db, table, websites)}
      SETTINGS ${oneBlock}${websites === undefined ? sql`` : withToken}
      FORMAT RowBinary`;
    try {
      await db.insert({ statement, rows, queryId: id, deduplicationToken });
    } catch (error) {
      const cause = error instanceof Problem ? error.cause : error;
      if (!(cause instanceof ClickHouseError)) throw error;
      const type = cause.type ?? "";
      if (contentions.has(type)) throw new BatchContended(cause);
      if (refusals.test(type)) throw new BatchRefused(cause.message, { cause });
      throw error;
    }
  };
  const cancel = ({ id }: Pick<Batch, "id">): Promise<void> =>
    db.run(sql`KILL QUERY WHERE query_id = ${bind("String", id)} SYNC`);
  const has = async (
    { id, table, month }: Omit<Batch, "rows">,
    websites: WebsiteSelection | undefined,
  ): Promise<boolean> => {
    // The projection `events_per_batch` answers this form. Another condition, or a mutation that is
    // still to be made, would rule it out. Of `reads` it finds the markers.
    const isThere = sql`_partition_id = ${bind("String", String(month))} AND batch = ${bind("UUID", id)}`;
    const [row] = await db.rows<{ count: number }>(sql`
      SELECT count() AS count
      FROM ${identifier(table)}
      WHERE ${isThere}
      SETTINGS apply_mutations_on_fly = 0`);
    if (row !== undefined && row.count > 0) {
      if (websites === undefined) return true;
      const selected = await db.rows(sql`
        SELECT 1
        FROM ${identifier(table)}
        WHERE ${isThere} AND ${isSelected(websites)}
        LIMIT 1`);
      return selected.length > 0;
    }
    if (table === "drops" || websites !== undefined) return false;
    const archivedBatches = await db.rows(sql`
      SELECT 1
      FROM archived_batches
      WHERE batch = ${bind("UUID", id)}
      LIMIT 1`);
    return archivedBatches.length > 0;
  };
  return {
    insert: (batch, websites) => insert(batch, tokenOf(batch, websites), websites),
    async insertAgain(batch, websites) {
      await cancel(batch);
      if (await has(batch, websites)) return;
      // The earlier token: an attempt that still waits unseen in a socket must meet it.
      const token = tokenOf(batch, websites);
      await insert(batch, token, websites);
      if (await has(batch, websites)) return;
      await insert(batch, `${token} ${randomUUID()}`, websites);
    },
    has,
    purge: () => purgeDeletedWebsites(db, first),
  };
}

/** An INSERT SELECT keeps to its token only if nothing on the server says otherwise. */
const withToken = sql`,
  deduplicate_insert_select = 'force_enable'`;

/** The rest of a batch has the token of the whole: whichever comes first is stored. */
function tokenOf({ id }: Batch, websites: WebsiteSelection | undefined): string {
  return websites === undefined || websites.isInverted ? id : `${id} ${websites.ids.join(" ")}`;
}

/** Returns the part of an insert that lets only rows of some websites through. */
async function selectionSql(db: Database, table: Table, websites: WebsiteSelection): Promise<Sql> {
  const types = await db.rows<{ name: string; type: string }>(sql`
    SELECT
      name,
      type
    FROM system.columns
    WHERE database = currentDatabase() AND table = ${bind("String", table)}`);
  const typeOf = new Map(types.map(({ name, type }) => [name, type]));
  const structure = columnsOf[table].map((name) => `${name} ${typeOf.get(name)}`).join(", ");
  return sql`
      SELECT ${namesOf(table)}
      FROM input(${bind("String", structure)})
      WHERE ${isSelected(websites)}`;
}

function isSelected({ ids, isInverted = false }: WebsiteSelection): Sql {
  const isListed = sql`website_id IN ${bind("Array(UInt32)", ids)}`;
  return isInverted ? sql`NOT (${isListed})` : isListed;
}

function namesOf(table: Table): Sql {
  return join(columnsOf[table].map(identifier), ", ");
}
