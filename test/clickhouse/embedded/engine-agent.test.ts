import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";

import { ClickHouse } from "../../../src/clickhouse/clickhouse.ts";
import { sql } from "../../../src/clickhouse/sql.ts";
import { startImpostor } from "./impostor.ts";

const opened: (ChildProcess | ClickHouse)[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) {
    if (one instanceof ClickHouse) await one.use(undefined);
    else one.kill("SIGKILL");
  }
});

async function startStore() {
  const { port, received } = await startImpostor();
  return { url: `http://footfall:word@127.0.0.1:${port}/default`, received };
}

function startEngine(): ChildProcess {
  const engine = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  opened.push(engine);
  return engine;
}

async function clientOf(url: string, pid: number | undefined): Promise<ClickHouse> {
  const client = new ClickHouse();
  opened.push(client);
  await client.use(url, pid);
  return client;
}

const question = sql`SELECT 1 AS answer`;

test("who takes the port of an engine that has died is sent nothing", async () => {
  const { url, received } = await startStore();
  const engine = startEngine();
  const client = await clientOf(url, engine.pid);
  engine.kill("SIGKILL");
  await once(engine, "exit");

  await expect(client.rows(question)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect(received).toEqual([]);
});

test.runIf(process.platform === "linux")("nor before its parent has heard of its end", async () => {
  const { url, received } = await startStore();
  const engine = startEngine();
  await once(engine, "spawn");
  const client = await clientOf(url, engine.pid);
  engine.kill("SIGKILL");
  // The parent hears of it in a later turn of the event loop than this one.
  while (/\) [^Z]/.test(readFileSync(`/proc/${engine.pid}/stat`, "latin1")));
  const asked = client.rows(question);

  await expect(asked).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect(received).toEqual([]);
});

test("a live engine is queried over persistent connections", async () => {
  const { url, received } = await startStore();
  const client = await clientOf(url, startEngine().pid);

  for (let asked = 0; asked < 3; asked += 1) {
    expect(await client.rows(question)).toEqual([{ answer: 1 }]);
  }
  expect(received).toHaveLength(3);
});
