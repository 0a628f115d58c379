import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";

import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { startEngineProcess } from "../../src/clickhouse/embedded/process.ts";
import { statement } from "../../src/clickhouse/sql.ts";
import { cleanUp, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey, chrome } from "../helpers/footfall.ts";
import { type Program, type Server, startProgram, startServer } from "../helpers/program.ts";

const domain = "moved.example";
const today = new Date().toISOString().slice(0, 10);
const range = { from: "2026-01-01", to: today };

async function startEngine(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-move-"));
  const grants = ["GRANT ALL ON *.*"];
  const engine = await startEngineProcess({ directory, memoryBytesMax: 1024 ** 3, grants });
  cleanUp(async () => {
    await engine.kill();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  return engine.url;
}

/** Sends events to the Footfalls in turn, each with a page of its own. */
class Load {
  readonly acknowledged: { readonly page: string; readonly url: string; readonly atMs: number }[] =
    [];
  servers: readonly Server[] = [];
  #isOn = true;
  #sent = 0;
  readonly #senders: readonly Promise<void>[];

  constructor() {
    this.#senders = [0, 1, 2].map(() => this.#send());
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#senders);
  }

  /** Returns how many events a Footfall acknowledged five seconds ago. */
  dueOf({ url: of }: Server): number {
    const dueMs = Date.now() - 5_000;
    return this.acknowledged.filter(({ url, atMs }) => url === of && atMs < dueMs).length;
  }

  async #send(): Promise<void> {
    while (this.#isOn) {
      const server = this.servers[this.#sent % Math.max(1, this.servers.length)];
      this.#sent += 1;
      const page = `/live-${this.#sent}`;
      const body = JSON.stringify({ name: "pageview", url: `https://${domain}${page}`, domain });
      const headers = { "user-agent": chrome, "content-type": "application/json" };
      await delay(10);
      const request = { method: "POST", body, headers, signal: AbortSignal.timeout(20_000) };
      const reply = await fetch(`${server?.url}/api/event`, request).catch(() => undefined);
      if (reply?.status !== 202 || server === undefined) continue;
      this.acknowledged.push({ page, url: server.url, atMs: Date.now() });
    }
  }
}

/** Resolves with the number of page views, or the status of an answer without numbers. */
async function count(server: Server, id: number): Promise<number | `status ${number}`> {
  const query = new URLSearchParams({ name: "pageview", ...range, per_page: "100" });
  const headers = { authorization: `Bearer ${apiKey}`, "cache-control": "no-cache" };
  const reply = await fetch(`${server.url}/api/v1/stats/${id}?${query}`, { headers });
  if (reply.status !== 200) return `status ${reply.status}`;
  return ((await reply.json()) as { meta: { count: number } }).meta.count;
}

/** Moves the website while a Footfall is suspended with requests under way. */
async function moveBesideFrozen({ process: footfall }: Server, move: () => Program): Promise<void> {
  footfall.kill("SIGSTOP");
  const program = move();
  expect([await program.exited, program.stderr()]).toEqual([
    0,
    expect.not.stringContaining("footfall:"),
  ]);
  footfall.kill("SIGCONT");
}

test("moves that are killed under load lose nothing, double nothing and answer nothing by halves", async () => {
  const urls = [await startEngine(), await startEngine()];
  const CLICKHOUSE_URL = urls.join(" ");
  const start = (DATA_DIR: string) => startServer({ CLICKHOUSE_URL, DATA_DIR });
  const directories = [await temporaryDirectory(), await temporaryDirectory()] as const;
  const steady = await start(directories[0]);
  let other = await start(directories[1]);
  const post = (path: string, body: object) =>
    fetch(`${steady.url}/api/v1/websites${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    });
  const created = (await (await post("", { domain, shard: "1" })).json()) as {
    data: { id: number };
  };
  const { id } = created.data;
  const history = 40;
  for (let i = 0; i < history; i += 1) {
    const timestamp = new Date(Date.now() - i * 86_400_000).toISOString();
    const events = Array.from({ length: 500 }, (_, n) => ({
      url: `https://${domain}/${n}`,
      timestamp,
    }));
    expect((await post(`/${id}/events`, events)).status).toBe(202);
  }
  await eventually(async () => expect(await count(steady, id)).toBe(history * 500));
  const load = new Load();
  load.servers = [steady, other];
  const wrong: string[] = [];
  let answers = 0;
  let isAsking = true;
  const ask = async (server: () => Server, mayFail: boolean) => {
    while (isAsking) {
      // The other one may be dead or suspended, with events in its log.
      const due = load.dueOf(steady) + history * 500;
      const found = await count(server(), id).catch(() => "status 0" as const);
      if (typeof found === "number") answers += 1;
      const isExcused = found === "status 503" || (mayFail && found === "status 0");
      if (typeof found === "number" ? found < due : !isExcused) {
        wrong.push(`${found} instead of ${due}`);
      }
      await delay(20);
    }
  };
  const asking = Promise.all([ask(() => steady, false), ask(() => other, true)]);
  const move = (to: string) =>
    startProgram(["move", "--website", domain, "--to", to], { CLICKHOUSE_URL });

  await eventually(async () => expect(load.acknowledged.length).toBeGreaterThan(100));
  // One Footfall dies with events in its log, and comes back while the website is moving.
  other.process.kill("SIGKILL");
  load.servers = [steady];
  for (const killedAfter of ["copying", "switching", "the website is on", "comparing"]) {
    const program = move("2");
    await Promise.race([
      program.exited,
      eventually(async () => expect(program.stderr()).toContain(killedAfter)),
    ]);
    program.process.kill("SIGKILL");
    await program.exited;
  }
  other = await start(directories[1]);
  load.servers = [steady, other];
  await moveBesideFrozen(other, () => move("1"));
  await moveBesideFrozen(other, () => move("2"));
  const sent = load.acknowledged.length;
  await eventually(async () => expect(load.acknowledged.length).toBeGreaterThan(sent + 50));
  await load.stop();
  const total = load.acknowledged.length + history * 500;
  await eventually(async () => {
    for (const server of [steady, other]) {
      const found = await count(server, id);
      expect(typeof found === "number" ? found : 0).toBeGreaterThanOrEqual(total);
    }
  });
  isAsking = false;
  await asking;

  expect(wrong).toEqual([]);
  expect(answers).toBeGreaterThan(10);
  const dbs = [new ClickHouse(), new ClickHouse()];
  for (const [i, db] of dbs.entries()) await db.use(urls[i]);
  const [left, moved] = await Promise.all(
    dbs.map((db) =>
      db.rows<{ page: string; n: number }>(
        statement(`SELECT page, count() AS n FROM events WHERE website_id = ${id} GROUP BY page`),
      ),
    ),
  );
  for (const db of dbs) await db.use(undefined);
  expect(left).toEqual([]);
  const counted = new Map(moved?.map(({ page, n }) => [page, n]));
  const pages = load.acknowledged.map(({ page }) => page);
  expect(pages.filter((page) => counted.get(page) !== 1)).toEqual([]);
  expect(counted.get("/7")).toBe(history);
});
