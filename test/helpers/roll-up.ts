import { randomUUID } from "node:crypto";

import type { Database } from "../../src/clickhouse/database.ts";
import { acceptRollUpSql, type RollUp, rollUpSql } from "../../src/rollups/rollup-sql.ts";
import type { TestFootfall } from "./footfall.ts";

/** Rolls up days of a website, as the background job does when they are over. */
export async function rollUp(
  { server }: TestFootfall,
  websiteId: number,
  dates: readonly string[],
): Promise<void> {
  await server.shipped();
  for (const date of dates) {
    const rolled = { date, websiteIds: [websiteId], rollupId: randomUUID() };
    await writeRollUp(server.store.db, [rolled]);
    await server.store.db.run(acceptRollUpSql([rolled], []));
  }
}

/** Writes everything that roll-ups are made of. They count once they are accepted. */
export async function writeRollUp(db: Database, days: readonly RollUp[]): Promise<void> {
  for (const statement of rollUpSql(days)) await db.run(statement);
}
