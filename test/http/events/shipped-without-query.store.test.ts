import { expect, test } from "vitest";
import { sql } from "../../../src/clickhouse/sql.ts";
import { shippingWaitMs } from "../../../src/server/listener.ts";
import { eventually } from "../../helpers/eventually.ts";
import { startFootfall } from "../../helpers/footfall.ts";
import { testServer } from "../../helpers/test-server.ts";

const isServer = testServer() !== undefined;
test.runIf(isServer)("a server gets events that no query asks for", async () => {
  const footfall = await startFootfall();
  const { domain } = await footfall.store("server.example");
  expect((await footfall.track({ domain, url: `https://${domain}/` })).status).toBe(202);

  await eventually(async () => {
    const rows = await footfall.server.store.db.rows(sql`SELECT page FROM events`);
    expect(rows).toEqual([{ page: "/" }]);
  });
});

test("few events wait for more before the embedded engine gets them, and never for a server", () => {
  expect(shippingWaitMs({ CLICKHOUSE_URL: [] })).toBe(10_000);
  expect(shippingWaitMs({ CLICKHOUSE_URL: ["http://127.0.0.1:8123/footfall"] })).toBeUndefined();
});
