import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";

import { readConfig } from "../../src/base/config.ts";
import { openEngine } from "../../src/clickhouse/open.ts";
import { sql } from "../../src/clickhouse/sql.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { domain, postEvent } from "../helpers/drain.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProgram, startServer, storeWebsite } from "../helpers/program.ts";
import { silent } from "../helpers/shipping.ts";
import { refused, succeed } from "./commands.ts";

/** Restores a backup, and resolves with each page and the number of its events. */
async function restoredPages(backup: string): Promise<Map<string, number>> {
  const DATA_DIR = join(await temporaryDirectory(), "restored");
  await succeed("restore", DATA_DIR, backup);
  const { db, close } = await openEngine(readConfig({ DATA_DIR }), silent);
  const rows = await db.rows<{ page: string; events: number }>(
    sql`SELECT page, count() AS events FROM events GROUP BY page`,
  );
  await close();
  return new Map(rows.map(({ page, events }) => [page, events]));
}

/** Kills a backup while it copies files. A backup that was faster is followed by another one. */
async function killHalfWay(DATA_DIR: string, backup: string): Promise<void> {
  for (;;) {
    const command = startProgram(["backup", backup], { DATA_DIR });
    let hasEnded = false;
    void command.exited.then(() => {
      hasEnded = true;
    });
    while (!hasEnded && !(await isCopying(backup))) await setImmediate();
    command.process.kill("SIGKILL");
    if ((await command.exited) === null) return;
  }
}

async function isCopying(backup: string): Promise<boolean> {
  const files = await readdir(join(backup, "unfinished")).catch(() => []);
  return files.length > 0;
}

interface Load {
  readonly acknowledged: Set<string>;
  readonly ended: Promise<unknown>;
}

/** Sends events over several connections until the server is gone. */
function startLoad(url: string): Load {
  const acknowledged = new Set<string>();
  const send = async (sender: number) => {
    for (let i = 0; ; i += 1) {
      const path = `/${sender}-${i}`;
      const answer = await postEvent(url, path).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 202) acknowledged.add(path);
      await delay(20);
    }
  };
  const senders = Array.from({ length: 6 }, (_, sender) => send(sender));
  return { acknowledged, ended: Promise.all(senders) };
}

function expectOnce(counted: ReadonlyMap<string, number>, acknowledged: ReadonlySet<string>): void {
  expect([...counted.values()].filter((count) => count !== 1)).toEqual([]);
  expect([...acknowledged].filter((path) => !counted.has(path))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(50);
}

/** Starts a Footfall under load, and cuts its first backup off. */
async function startUnderLoad(WORKERS: string) {
  const DATA_DIR = await temporaryDirectory();
  const backup = join(await temporaryDirectory(), "to", "backup");
  const server = await startServer({ DATA_DIR, WORKERS });
  await storeWebsite(server.url, domain);
  const load = startLoad(server.url);
  await eventually(async () => expect(load.acknowledged.size).toBeGreaterThan(200));
  await killHalfWay(DATA_DIR, backup);
  expect(await refused("restore", await temporaryDirectory(), backup)).toMatch(/never finished/);
  return { DATA_DIR, backup, server, load };
}

test("events that were acknowledged before a backup are in it, once, and a killed one does no harm", async () => {
  const { DATA_DIR, backup, server, load } = await startUnderLoad("1");
  const first = new Set(load.acknowledged);
  await succeed("backup", DATA_DIR, backup);
  expectOnce(await restoredPages(backup), first);

  await killHalfWay(DATA_DIR, backup);
  expectOnce(await restoredPages(backup), first);
  const second = new Set(load.acknowledged);
  await succeed("backup", DATA_DIR, backup);
  const counted = await restoredPages(backup);
  expectOnce(counted, second);
  expect([...counted.keys()].filter((path) => !load.acknowledged.has(path))).toEqual([]);

  server.process.kill("SIGKILL");
  await load.ended;
  const shadow = await readdir(join(DATA_DIR, "clickhouse", "data", "shadow"));
  expect(shadow.filter((name) => name !== "increment.txt")).toEqual([]);
});

test("with workers, too, and without a Footfall the command ships what is left in the logs", async () => {
  const { DATA_DIR, backup, server, load } = await startUnderLoad("2");
  const first = new Set(load.acknowledged);
  await succeed("backup", DATA_DIR, backup);
  expectOnce(await restoredPages(backup), first);

  server.process.kill("SIGKILL");
  await load.ended;
  await succeed("backup", DATA_DIR, backup);
  expectOnce(await restoredPages(backup), load.acknowledged);
  expect(await readdir(join(DATA_DIR, "log"))).toEqual([]);
});
