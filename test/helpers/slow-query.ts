import type { Database } from "../../src/clickhouse/database.ts";
import { bind, type Sql, sql } from "../../src/clickhouse/sql.ts";

/** Returns a query that ClickHouse works on until it is ended; `name` tells it from others. */
export function endless(name: string): Sql {
  return sql`SELECT count() FROM system.numbers WHERE NOT ignore(${bind("String", `endless ${name}`)}, cityHash64(number))`;
}

/** Resolves with the number of endless queries of that name that ClickHouse works on. */
export async function runningEndless(db: Database, name: string): Promise<number> {
  const [row] = await db.rows<{ count: number }>(sql`
    SELECT count() AS count
    FROM system.processes
    WHERE position(query, ${bind("String", `endless ${name}`)}) > 0
      AND position(query, 'system.processes') = 0`);
  return row?.count ?? 0;
}
