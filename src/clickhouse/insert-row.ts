import { randomUUID } from "node:crypto";

import { ClickHouseError } from "@clickhouse/client";

import { Problem } from "../base/errors.ts";
import type { Database } from "./database.ts";
import { type Sql, sql } from "./sql.ts";

/**
 * Inserts one row. Resolves when it is on disk. A second insert under the same token changes
 * nothing. So a token made of what may exist only once lets exactly one of several writers win. A
 * writer reads the row back to learn whether it has won.
 *
 * Throws `Problem` STORE_UNAVAILABLE if the row is of a website that has just moved to another
 * server, see src/move/write-block.ts.
 */
export async function insertRow(
  db: Database,
  table: Sql,
  row: Readonly<object>,
  deduplicationToken: string,
): Promise<void> {
  try {
    await db.insert({
      statement: sql`INSERT INTO ${table} FORMAT JSONEachRow`,
      rows: Buffer.from(JSON.stringify(row)),
      queryId: randomUUID(),
      deduplicationToken,
    });
  } catch (error) {
    const hasMoved = error instanceof ClickHouseError && error.type === "VIOLATED_CONSTRAINT";
    throw hasMoved ? new Problem("STORE_UNAVAILABLE", { cause: error }) : error;
  }
}

/** Returns the end of a token that tells attempts apart. The first has none, as ever. */
export function suffixOf(attempt: number): string {
  return attempt === 0 ? "" : `:${attempt}`;
}
