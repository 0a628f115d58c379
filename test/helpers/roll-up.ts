import { randomUUID } from "node:crypto";

import { acceptRollUpSql, rollUpSql } from "../../src/rollups/rollup-sql.ts";
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
    await server.store.db.run(rollUpSql([rolled]));
    await server.store.db.run(acceptRollUpSql([rolled], []));
  }
}
