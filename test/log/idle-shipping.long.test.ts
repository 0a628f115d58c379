import { expect, test } from "vitest";

import { sql } from "../../src/clickhouse/sql.ts";
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

/**
 * Sends an event, and another one whenever all are shipped, until one has waited for a while.
 * Resolves with the number of events.
 */
async function sendUntilOneWaits(footfall: TestFootfall, domain: string): Promise<number> {
  let sent = 0;
  return eventually(async () => {
    const ageSeconds = await metric(footfall, "footfall_event_log_age_seconds");
    if (ageSeconds === 0) {
      expect((await footfall.track({ domain, url: `https://${domain}/` })).status).toBe(202);
      sent += 1;
    }
    expect(ageSeconds).toBeGreaterThan(0.6);
    return sent;
  });
}

test("a single event is not shipped at once, but the first question has it", async () => {
  const footfall = await startFootfall();
  const { id, domain } = await footfall.store("quiet.example");
  const sent = await sendUntilOneWaits(footfall, domain);

  expect(await pageviews(footfall, id)).toBe(sent);
});

test("a store that takes no events holds no query up", async () => {
  const footfall = await startFootfall();
  const { id, domain } = await footfall.store("hanging.example");
  const { db } = footfall.server.store;
  await db.run(sql`ALTER TABLE events ADD CONSTRAINT never CHECK 0`);
  expect(await sendUntilOneWaits(footfall, domain)).toBe(1);
  expect(await pageviews(footfall, id)).toBe(0);
  expect(await metric(footfall, "footfall_event_log_bytes")).toBeGreaterThan(0);

  await db.run(sql`ALTER TABLE events DROP CONSTRAINT never`);
  await eventually(async () => expect(await pageviews(footfall, id)).toBe(1));
});
