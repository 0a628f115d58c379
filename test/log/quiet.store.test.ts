import { expect, test } from "vitest";

import { sql } from "../../src/store/sql.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey, startFootfall, type TestFootfall } from "../helpers/footfall.ts";

/** Asks as a client does: the test's own `stats` would have everything shipped before. */
async function pageviews({ url }: TestFootfall, id: number): Promise<number> {
  const day = new Date().toISOString().slice(0, 10);
  const query = `name=pageview&from=${day}&to=${day}`;
  const headers = { authorization: `Bearer ${apiKey}` };
  const reply = await fetch(`${url}/api/v1/stats/${id}?${query}`, { headers });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { meta: { count: number } }).meta.count;
}

async function metric(footfall: TestFootfall, name: string): Promise<number> {
  const { text } = await footfall.request("/metrics");
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")[1],
  );
}

async function expectOld(footfall: TestFootfall): Promise<void> {
  await eventually(async () =>
    expect(await metric(footfall, "footfall_event_log_age_seconds")).toBeGreaterThan(0.6),
  );
}

test("a single event is not shipped at once, but the first question has it", async () => {
  const footfall = await startFootfall();
  const { id, domain } = await footfall.store("quiet.example");
  expect((await footfall.track({ domain, url: `https://${domain}/` })).status).toBe(202);
  await expectOld(footfall);
  expect(await metric(footfall, 'footfall_batches_shipped_total{table="events"}')).toBe(0);

  expect(await pageviews(footfall, id)).toBe(1);
});

test("a store that takes no events holds no question up for long", async () => {
  const footfall = await startFootfall();
  const { id, domain } = await footfall.store("hanging.example");
  const { db } = footfall.server.store;
  await db.run(sql`ALTER TABLE events ADD CONSTRAINT never CHECK 0`);
  expect((await footfall.track({ domain, url: `https://${domain}/` })).status).toBe(202);
  await expectOld(footfall);
  expect(await pageviews(footfall, id)).toBe(0);
  expect(await metric(footfall, "footfall_event_log_bytes")).toBeGreaterThan(0);

  await db.run(sql`ALTER TABLE events DROP CONSTRAINT never`);
  await eventually(async () => expect(await pageviews(footfall, id)).toBe(1));
});
