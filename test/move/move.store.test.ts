import { expect, test } from "vitest";

import { startFootfall } from "../helpers/footfall.ts";
import { makeShards } from "../helpers/shards.ts";

test("a website moves with its events", async () => {
  const shards = await makeShards();
  const footfall = await startFootfall(shards.env);
  const { id, domain } = await footfall.store("moved.example", { shard: "1" });
  const other = await footfall.store("other.example", { shard: "1" });
  const url = `https://${domain}/`;
  const events = ["2026-08-01", "2026-09-30", "2026-10-01"].flatMap((day) =>
    Array.from({ length: 100 }, (_, i) => ({ url: `${url}${i}`, timestamp: `${day}T00:00:00Z` })),
  );
  await footfall.bulk(id, events);
  await footfall.bulk(other.id, [{ url: "https://other.example/" }]);
  await footfall.server.shipped();
  const query = { name: "page", from: "2026-08-01", to: "2026-11-30", limit: "100" } as const;
  const before = await footfall.stats(id, query);
  expect(await shards.move(domain, "2")).toBe(0);
  const after = await footfall.stats(id, query);
  expect([after.status, after.json]).toEqual([200, before.json]);
  const [first, second] = await shards.rows<object>(
    "SELECT website_id, count() AS n FROM events GROUP BY website_id ORDER BY website_id",
  );
  expect([first, second]).toEqual([[{ website_id: other.id, n: 1 }], [{ website_id: id, n: 300 }]]);
});
