import { expect, test } from "vitest";

import { tablesOfWebsites } from "../../../src/tables/purge.ts";
import { eventually } from "../../helpers/eventually.ts";
import { followLines } from "../../helpers/follow-lines.ts";
import { selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const footfall = openFootfall();

test("a delete is answered before the events of many months are rewritten, and they go for good", async () => {
  const kept = await footfall.store("kept.example");
  const gone = await footfall.store("gone.example");
  const months = Array.from({ length: 12 }, (_, i) => {
    const month = String(i + 1).padStart(2, "0");
    return `2020-${month}-05T00:00:00Z`;
  });
  for (const { id, domain } of [kept, gone]) {
    const events = months.map((timestamp) => ({ url: `https://${domain}/`, timestamp }));
    expect((await footfall.bulk(id, events)).status).toBe(202);
  }
  const count = async (id: number) =>
    (await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${id}`)).length;
  expect([await count(kept.id), await count(gone.id)]).toEqual([12, 12]);

  const reply = await footfall.request(`/api/v1/websites/${gone.id}`, { method: "DELETE" });

  expect([reply.status, reply.json.deleted]).toEqual([200, true]);
  await eventually(async () => expect(await count(gone.id)).toBe(0));
  expect(await count(kept.id)).toBe(12);
});

test("a delete leaves nothing of a website's settings, records, reads and followed logs", async () => {
  const { id, domain } = await footfall.store("settings.example");
  await footfall.request(`/api/v1/websites/${id}`, {
    method: "PATCH",
    body: { password: "a password", exclude_ips: "203.0.113.7" },
  });
  const keyed = await footfall.request(`/api/v1/websites/${id}/events`, {
    body: [{ url: `https://${domain}/` }],
    headers: { "idempotency-key": "a key" },
  });
  expect(keyed.status).toBe(202);
  const goal = { name: "Signup", type: "event", value: "Signup" };
  await footfall.request(`/api/v1/websites/${id}/goals`, { body: goal });
  const agent = "GPTBot/1.2";
  await followLines(footfall, domain, [
    `192.0.2.1 - - [10/Oct/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" "${agent}"`,
  ]);
  const records = () =>
    selectRows(
      footfall,
      `SELECT 1 FROM idempotency_records WHERE website_id = ${id}
       UNION ALL SELECT 1 FROM definitions WHERE website_id = ${id}
       UNION ALL SELECT 1 FROM reads WHERE website_id = ${id} AND reader = '${agent.split("/")[0]}'
       UNION ALL SELECT 1 FROM followed_logs FINAL WHERE website_id = ${id}`,
    );
  expect(await records()).toHaveLength(4);
  await footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });

  await eventually(async () => {
    const rows = await selectRows(
      footfall,
      `SELECT deleted, password_hash, exclude_ips FROM websites WHERE id = ${id}`,
    );
    expect(rows).toEqual([{ deleted: true, password_hash: "", exclude_ips: [] }]);
    expect(await records()).toEqual([]);
  });
});

test("a delete forgets no table with rows of websites", async () => {
  const tables = await selectRows<{ table: string }>(
    footfall,
    `SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'website_id'`,
  );

  expect(tables.map(({ table }) => table).sort()).toEqual([...tablesOfWebsites].sort());
});
