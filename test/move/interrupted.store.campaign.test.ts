import { expect, test } from "vitest";

import { sql, statement } from "../../src/clickhouse/sql.ts";
import { startFootfall } from "../helpers/footfall.ts";
import { makeShards, type TestShards } from "../helpers/shards.ts";

const steps = [
  "prepare",
  "copy",
  "beginSwitch",
  "copyRest",
  "endSwitch",
  "compare",
  "remove",
] as const;

const url = "https://moved.example/";
const query = { name: "page", from: "2026-01-01", to: "2027-12-31", per_page: "100" } as const;

/** Resolves with the number of the website's events on shard 1 and on shard 2. */
async function counts(shards: TestShards, id: number): Promise<number[]> {
  const found = await shards.rows<{ n: number }>(
    `SELECT count() AS n FROM events WHERE website_id = ${id}`,
  );
  return found.map(([row]) => row?.n ?? 0);
}

test.each(steps.map((step, i) => [step, i + 1] as const))(
  "a move that ended after %s goes on, with the events that came meanwhile",
  async (_step, done) => {
    const shards = await makeShards();
    const footfall = await startFootfall(shards.env);
    const { id, domain } = await footfall.store("moved.example", { shard: "1" });
    const send = async (timestamp: string, count = 20) => {
      const events = Array.from({ length: count }, (_, i) => ({ url: `${url}${i}`, timestamp }));
      expect((await footfall.bulk(id, events)).status).toBe(202);
    };
    await send("2026-10-30T12:00:00Z");
    await send("2026-11-02T12:00:00Z");
    await footfall.server.shipped();
    const { move, close } = await shards.mover(domain, "2");
    for (const step of steps.slice(0, done)) await move[step]();
    await close();
    await send("2026-11-02T13:00:00Z", 5);
    await send("2026-09-01T13:00:00Z", 5);
    await footfall.server.shipped();

    expect(await shards.move(domain, "2")).toBe(0);
    await footfall.server.shipped();
    expect(await counts(shards, id)).toEqual([0, 50]);
    const reply = await footfall.stats(id, query);
    expect([reply.status, reply.json.meta.total, reply.json.meta.count]).toEqual([200, 20, 50]);
  },
);

test("what retention has deleted since a move was cut off is not at the new place either", async () => {
  const shards = await makeShards();
  const footfall = await startFootfall(shards.env);
  const { id, domain } = await footfall.store("moved.example", { shard: "1" });
  const send = async (timestamp: string) => {
    expect((await footfall.bulk(id, [{ url, timestamp }])).status).toBe(202);
    await footfall.server.shipped();
  };
  /** Moves the website, after an attempt since which the events of a month have gone. */
  const moveTwice = async (from: 0 | 1, to: "1" | "2") => {
    await send("2026-08-01T12:00:00Z");
    await send("2026-09-01T12:00:00Z");
    const { move, close } = await shards.mover(domain, to);
    await move.prepare();
    await move.copy();
    await close();
    await shards.dbs[from].run(
      sql`ALTER TABLE events DELETE WHERE toMonth(date) = 8 SETTINGS mutations_sync = 1`,
    );
    await send("2026-08-01T12:00:00Z");
    expect(await shards.move(domain, to)).toBe(0);
  };
  await moveTwice(0, "2");
  expect(await counts(shards, id)).toEqual([0, 2]);
  await moveTwice(1, "1");

  expect(await counts(shards, id)).toEqual([3, 0]);
});

/** Copies a website, and changes a row of the new shard before the switch ends. */
async function copyChanged(change: string) {
  const shards = await makeShards();
  const footfall = await startFootfall(shards.env);
  const { id, domain } = await footfall.store("moved.example", { shard: "1" });
  const events = Array.from({ length: 20 }, (_, i) => ({
    url: `${url}${i}`,
    timestamp: "2026-10-30T12:00:00Z",
  }));
  expect((await footfall.bulk(id, events)).status).toBe(202);
  await footfall.server.shipped();
  const { move, close } = await shards.mover(domain, "2");
  for (const step of steps.slice(0, steps.indexOf("copyRest"))) await move[step]();
  await close();
  await shards.dbs[1].run(statement(`${change} SETTINGS mutations_sync = 1`));
  return { shards, domain, id };
}

test.each([
  ["a row is missing", "DELETE WHERE page = '/7'", "19 on the new one"],
  ["a row is different", "UPDATE page = '/8' WHERE page = '/7'", "their content differs"],
])(
  "a move ends with one line and removes nothing if %s at the new place",
  async (_what, change, line) => {
    const { shards, domain, id } = await copyChanged(`ALTER TABLE events ${change}`);

    await expect(shards.move(domain, "2")).rejects.toThrow(line);
    expect((await counts(shards, id))[0]).toBe(20);
  },
);

test("a move ends with one line and removes nothing if an answer differs", async () => {
  const shards = await makeShards();
  const footfall = await startFootfall(shards.env);
  const { id, domain } = await footfall.store("moved.example", { shard: "1" });
  await footfall.bulk(id, [{ url, timestamp: "2026-10-30T12:00:00Z" }]);
  await footfall.server.shipped();
  await footfall.server.rollUp();
  const wrong = "UPDATE pageviews = 2, occurrences = 2 WHERE dimension = 'page'";
  await shards.dbs[0].run(
    statement(`ALTER TABLE rollup_values ${wrong} SETTINGS mutations_sync = 1`),
  );

  await expect(shards.move(domain, "2")).rejects.toThrow(
    "the answers for page from 2026-10-30 to 2026-10-30 differ between the two shards; nothing was deleted",
  );
  expect(await counts(shards, id)).toEqual([1, 1]);
});
