import { randomUUID } from "node:crypto";
import { ClickHouseError } from "@clickhouse/client";

import { Problem } from "../errors.ts";
import { dropColumnNames } from "../events/drop-row.ts";
import { columnNames } from "../events/row.ts";
import { type Batch, BatchRefused, type BatchStore } from "../log/batch.ts";
import { type Table, tables } from "../log/record.ts";
import type { Database } from "./database.ts";
import { bind, type Sql, sql } from "./sql.ts";

export interface EventTable extends BatchStore {
  /** Whether the batch has arrived. */
  has(batch: Omit<Batch, "rows">): Promise<boolean>;
  /** Starts to remove, for good, the events of deleted websites, and what is counted of dropped ones. */
  purge(): Promise<void>;
}

/** ClickHouse's errors that are about the rows themselves; sending them again would not help. */
const refusals =
  /^(CANNOT_PARSE_.*|CANNOT_READ_ALL_DATA|INCORRECT_DATA|ATTEMPT_TO_READ_AFTER_EOF|TOO_LARGE_STRING_SIZE|TOO_LARGE_ARRAY_SIZE|ARGUMENT_OUT_OF_BOUND|DECIMAL_OVERFLOW|VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE|TYPE_MISMATCH|UNKNOWN_ELEMENT_OF_ENUM)$/;

// Names from our own tables of columns, not from a request.
const names: Readonly<Record<Table, { readonly table: Sql; readonly columns: Sql }>> = {
  events: { table: sql`events`, columns: { chunks: [columnNames.join(", ")] } },
  drops: { table: sql`drops`, columns: { chunks: [dropColumnNames.join(", ")] } },
};

/**
 * One batch is one block is one part, whatever the server's defaults are: a block ends at the
 * first of these limits, and the log's largest record, 256 MiB, stays below all of them.
 */
const oneBlock = sql`
  max_insert_block_size = 1000000000,
  min_insert_block_size_rows = 1000000000,
  min_insert_block_size_bytes = 0`;

/**
 * The table `events`, and beside it `drops`, what was not counted of them. schema/0002-events.sql and
 * schema/0005-drops.sql say what a row is.
 *
 * Exactly once does not rest on ClickHouse's deduplication alone: its log of tokens is written
 * apart from the parts. A crash in between can leave a part without its token, which would double
 * the batch, or a token without its part, which would swallow it. So `insertAgain` believes only
 * the rows: it ends the earlier attempt, looks whether they are there, and looks once more when
 * an insert under the known token says that it worked.
 */
export function eventTable(db: Database): EventTable {
  const insert = async ({ id, table, rows }: Batch, deduplicationToken: string): Promise<void> => {
    const statement = sql`
      INSERT INTO ${names[table].table} (${names[table].columns})
      SETTINGS ${oneBlock}
      FORMAT RowBinary`;
    try {
      await db.insert({ statement, rows, queryId: id, deduplicationToken });
    } catch (error) {
      if (!(error instanceof ClickHouseError)) throw error;
      if (refusals.test(error.type ?? "")) {
        throw new BatchRefused(error.message, { cause: error });
      }
      // Another process, or an attempt that was given up, inserts the same batch at this moment.
      const isRunning = error.type === "QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING";
      throw isRunning ? new Problem("STORE_UNAVAILABLE", { cause: error }) : error;
    }
  };
  const cancel = ({ id }: Pick<Batch, "id">): Promise<void> =>
    db.run(sql`KILL QUERY WHERE query_id = ${bind("String", id)} SYNC`);
  const has = async ({ id, table, month }: Omit<Batch, "rows">): Promise<boolean> => {
    const found = await db.rows(sql`
      SELECT 1
      FROM ${names[table].table}
      WHERE toYYYYMM(date) = ${bind("UInt32", month)} AND batch = ${bind("UUID", id)}
      LIMIT 1`);
    return found.length > 0;
  };
  return {
    insert: (batch) => insert(batch, batch.id),
    async insertAgain(batch) {
      await cancel(batch);
      if (await has(batch)) return;
      // The old token: an attempt that waits unseen in a socket must meet it.
      await insert(batch, batch.id);
      if (await has(batch)) return;
      await insert(batch, `${batch.id} ${randomUUID()}`);
    },
    has,
    async purge() {
      for (const table of tables) await purgeTable(db, table);
    },
  };
}

async function purgeTable(db: Database, name: Table): Promise<void> {
  const { table } = names[name];
  const orphans = await db.rows<{ website_id: number }>(sql`
    SELECT website_id
    FROM ${table}
    GROUP BY website_id
    HAVING website_id IN (SELECT id FROM websites WHERE deleted)`);
  if (orphans.length === 0 || (await isPurging(db, name))) return;
  const ids = orphans.map((row) => row.website_id);
  await db.run(sql`
    ALTER TABLE ${table}
    DELETE WHERE website_id IN ${bind("Array(UInt32)", ids)}
    SETTINGS mutations_sync = 0`);
}

/** Rewriting many months takes a while; until then the same rows are still there to be found. */
async function isPurging(db: Database, table: Table): Promise<boolean> {
  const running = await db.rows(sql`
    SELECT 1
    FROM system.mutations
    WHERE database = currentDatabase() AND table = ${bind("String", table)} AND NOT is_done
    LIMIT 1`);
  return running.length > 0;
}
