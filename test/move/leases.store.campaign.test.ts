import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { readConfig } from "../../src/base/config.ts";
import { StartRefused } from "../../src/base/errors.ts";
import { addHeartbeat, readHeartbeats } from "../../src/clickhouse/shards/heartbeats.ts";
import { importFiles } from "../../src/commands/import.ts";
import { Lease } from "../../src/move/lease.ts";
import { Retention } from "../../src/rollups/retention/retention.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { startFootfall } from "../helpers/footfall.ts";
import { makeShards, type TestShards } from "../helpers/shards.ts";

const domain = "moved.example";
const line =
  '10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 2326 "-" "Mozilla/5.0"\n';

async function startWithWebsite() {
  const shards = await makeShards();
  const footfall = await startFootfall(shards.env);
  const website = await footfall.store(domain, { shard: "1" });
  await footfall.bulk(website.id, [
    { url: `https://${domain}/`, timestamp: "2026-10-01T00:00:00Z" },
  ]);
  await footfall.server.shipped();
  return { shards, footfall, website, first: shards.dbs[0] };
}

async function importTo({ env }: TestShards): Promise<number> {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, "access.log"), line);
  const config = readConfig({ ...env, DATA_DIR: directory, LOG_LEVEL: "silent" });
  const args = ["--website", domain, join(directory, "access.log")];
  return importFiles(config, args, pino({ level: "silent" }));
}

/** Resolves with the line with which the command ends. */
async function refusal(command: Promise<number>): Promise<string> {
  const error = await command.then(String, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartRefused);
  return (error as StartRefused).message;
}

test("a second move of the website is refused, and so is an import to it", async () => {
  const { shards, website, first } = await startWithWebsite();
  const lease = await Lease.open({ first, role: "move", website });

  expect(await refusal(shards.move(domain, "2"))).toBe(
    "moved.example is being moved; wait for the end of that",
  );
  expect(await refusal(importTo(shards))).toBe(
    "moved.example is being moved; wait for the end of that",
  );
  await lease.close();
  expect(await importTo(shards)).toBe(0);
  expect(await shards.move(domain, "2")).toBe(0);
});

test("while an import runs, the website does not move, but another one does", async () => {
  const { shards, footfall, website, first } = await startWithWebsite();
  await footfall.store("other.example", { shard: "1" });
  const lease = await Lease.open({ first, role: "import", website });

  expect(await importTo(shards)).toBe(0);
  expect(await refusal(shards.move(domain, "2"))).toBe(
    "an import to moved.example runs; wait for the end of that",
  );
  expect(await shards.move("other.example", "2")).toBe(0);
  await lease.close();
});

test("of two moves that begin at the same moment, one moves the website", async () => {
  const { shards } = await startWithWebsite();
  const ends = await Promise.allSettled([shards.move(domain, "2"), shards.move(domain, "2")]);

  const moved = ends.filter(({ status }) => status === "fulfilled");
  expect(moved.length).toBeGreaterThanOrEqual(1);
  expect(await shards.move(domain, "2")).toBe(0);
});

test("a move that was killed is waited for until it counts as gone", async () => {
  const { shards, website, first } = await startWithWebsite();
  const id = "01234567-89ab-4def-8123-456789abcdef";
  await addHeartbeat(first, { role: "move", websiteId: website.id, id, change: 1 });

  expect(await shards.move(domain, "2")).toBe(0);
  expect(await readHeartbeats(first, "move")).toEqual([]);
});

test("a wrong website, shard or setting is one line", async () => {
  const { shards } = await startWithWebsite();

  expect(await refusal(shards.move("none.example", "2"))).toBe("there is no website none.example");
  expect(await refusal(shards.move(domain, "3"))).toBe("there is no shard 3; the shards are 1, 2");
  expect(await shards.move(domain, "1")).toBe(0);
});

test("retention waits for the end of a move", async () => {
  const { shards, footfall, website, first } = await startWithWebsite();
  let isHeld = true;
  let asked = 0;
  await footfall.bulk(website.id, [
    { url: `https://${domain}/`, timestamp: "2025-01-10T00:00:00Z" },
  ]);
  await footfall.server.shipped();
  await footfall.server.rollUp();
  footfall.clock.aheadMs += 25 * 3_600_000;
  const retention = new Retention({
    db: first,
    saltDb: first,
    retentionDays: 31,
    graceMs: 0,
    shipped: () => footfall.server.shipped(),
    // A move that begins between the two looks is seen at the second one.
    isHeld: async () => {
      asked += 1;
      return isHeld && asked > 1;
    },
    logger: pino({ level: "silent" }),
    now: () => Date.now() + footfall.clock.aheadMs,
  });
  const left = async () =>
    (
      await shards.rows<{ n: number }>("SELECT count() AS n FROM events WHERE date < '2026-01-01'")
    )[0];
  await retention.run();
  expect(await left()).toEqual([{ n: 1 }]);
  expect(await shards.move(domain, "2")).toBe(0);
  expect(await shards.move(domain, "1")).toBe(0);
  isHeld = false;
  await eventually(async () => {
    await footfall.server.rollUp();
    await retention.run();
    expect(await left()).toEqual([{ n: 0 }]);
  });
});
