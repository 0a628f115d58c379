import { Readable } from "node:stream";

import type { Database, QueryLimits } from "../store/database.ts";
import type { Sql } from "../store/sql.ts";

/**
 * Returns the rows of a statement as CSV, after a line with the names of the columns. Without a
 * statement there are none.
 */
export async function csvWithHeader(
  db: Database,
  columns: readonly string[],
  statement: Sql | undefined,
  limits: QueryLimits,
): Promise<Readable> {
  const header = Buffer.from(`${columns.join(",")}\r\n`);
  if (statement === undefined) return Readable.from([header]);
  const rows = await db.csv(statement, limits);
  rows.unshift(header);
  return rows;
}
