import { randomUUID } from "node:crypto";

import type { Database } from "./database.ts";
import { type Sql, sql } from "./sql.ts";

/**
 * Inserts one row, on disk when it resolves. A second insert under the same token changes nothing,
 * so a token made of what may exist only once lets exactly one of several writers win; who it
 * was, reading back tells.
 */
export async function insertRow(
  db: Database,
  table: Sql,
  row: Readonly<object>,
  deduplicationToken: string,
): Promise<void> {
  await db.insert({
    statement: sql`INSERT INTO ${table} FORMAT JSONEachRow`,
    rows: Buffer.from(JSON.stringify(row)),
    queryId: randomUUID(),
    deduplicationToken,
  });
}
