import { randomUUID } from "node:crypto";
import { ClickHouseError } from "@clickhouse/client";

import type { DeliveryStore } from "../collect/idempotency.ts";
import { Problem } from "../errors.ts";
import { dropColumnNames } from "../events/drop-row.ts";
import { columnNames } from "../events/row.ts";
import { type Batch, BatchContended, BatchRefused } from "../log/batch.ts";
import type { Table } from "../log/record.ts";
import type { Database } from "./database.ts";
import { purgeDeletedWebsites } from "./purge.ts";
import { bind, identifier, join, type Sql, sql } from "./sql.ts";

export interface EventTable extends DeliveryStore {
  /**
   * Starts to remove, for good, the events of deleted websites and all that was counted of them.
   */
  purge(): Promise<void>;
}

/** ClickHouse's errors about the rows themselves: to send them again would not help. */
const refusals =
  /^(CANNOT_PARSE_.*|CANNOT_READ_ALL_DATA|INCORRECT_DATA|ATTEMPT_TO_READ_AFTER_EOF|TOO_LARGE_STRING_SIZE|TOO_LARGE_ARRAY_SIZE|ARGUMENT_OUT_OF_BOUND|DECIMAL_OVERFLOW|VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE|TYPE_MISMATCH|UNKNOWN_ELEMENT_OF_ENUM)$/;

/** The errors of an attempt that another one ended, or that came before another one had ended. */
const contentions = new Set(["QUERY_WAS_CANCELLED", "QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING"]);

const inserts: Readonly<Record<Table, Sql>> = {
  events: sql`INSERT INTO events (${namesOf(columnNames)})`,
  drops: sql`INSERT INTO drops (${namesOf(dropColumnNames)})`,
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
 * Returns the access to the table `events`, and to `drops`, which counts the events that rules left
 * out. schema/0001-baseline.sql says what a row is.
 *
 * Exactly once does not rest on ClickHouse's deduplication alone: its log of tokens is written
 * apart from the parts. A crash in between can leave a part without its token, which would double
 * the batch, or a token without its part, which would swallow it. So `insertAgain` believes only
 * the rows: it ends the earlier attempt, and looks whether they are there. It looks once more when
 * an insert under the earlier token has reported success.
 */
export function eventTable(db: Database): EventTable {
  const insert = async ({ id, table, rows }: Batch, deduplicationToken: string): Promise<void> => {
    const statement = sql`
      ${inserts[table]}
      SETTINGS ${oneBlock}
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
  const has = async ({ id, table, month }: Omit<Batch, "rows">): Promise<boolean> => {
    // The projection `events_per_batch` answers this form. A condition on `date` would rule it out.
    const [row] = await db.rows<{ count: number }>(sql`
      SELECT count() AS count
      FROM ${identifier(table)}
      WHERE _partition_id = ${bind("String", String(month))} AND batch = ${bind("UUID", id)}`);
    if (row !== undefined && row.count > 0) return true;
    if (table !== "events") return false;
    const archivedBatches = await db.rows(sql`
      SELECT 1
      FROM archived_batches
      WHERE batch = ${bind("UUID", id)}
      LIMIT 1`);
    return archivedBatches.length > 0;
  };
  return {
    insert: (batch) => insert(batch, batch.id),
    async insertAgain(batch) {
      await cancel(batch);
      if (await has(batch)) return;
      // The earlier token: an attempt that still waits unseen in a socket must meet it.
      await insert(batch, batch.id);
      if (await has(batch)) return;
      await insert(batch, `${batch.id} ${randomUUID()}`);
    },
    has,
    purge: () => purgeDeletedWebsites(db),
  };
}

function namesOf(columns: readonly string[]): Sql {
  return join(columns.map(identifier), ", ");
}
