import { expect, inject, test } from "vitest";

import { sql } from "../../src/store/sql.ts";
import { eventually } from "../helpers/eventually.ts";
import { startFootfall } from "../helpers/footfall.ts";

const isServer = inject("clickHouseUrl") !== undefined;
/** Less than events wait for more where the engine is embedded. */
const withinMs = 8_000;

test.runIf(isServer)("a server gets events at once, as others may read its tables", async () => {
  const footfall = await startFootfall();
  const { domain } = await footfall.store("server.example");
  expect((await footfall.track({ domain, url: `https://${domain}/` })).status).toBe(202);

  await eventually(async () => {
    const rows = await footfall.server.store.db.rows(sql`SELECT page FROM events`);
    expect(rows).toEqual([{ page: "/" }]);
  }, withinMs);
});
