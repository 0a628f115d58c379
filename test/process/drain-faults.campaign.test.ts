import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import {
  domain,
  expectDrained,
  type HoldingStore,
  logsIn,
  post,
  postEvent,
  startHoldingStore,
  startLoad,
  statusAndCode,
} from "../helpers/drain.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey } from "../helpers/footfall.ts";
import {
  authorization,
  childrenOf,
  pages,
  startProgram,
  startServer,
  storeWebsite,
  track,
} from "../helpers/program.ts";

let store: HoldingStore;
beforeAll(async () => {
  store = await startHoldingStore();
});
afterAll(stopAll);

/** Returns the range of today and yesterday, as a query. */
function lastTwoDays(): string {
  const [from, to] = [Date.now() - 86_400_000, Date.now()].map((ms) =>
    new Date(ms).toISOString().slice(0, 10),
  );
  return `from=${from}&to=${to}`;
}

test("a worker that dies during a drain is replaced by one that drains, too, and its log is shipped", async () => {
  // Two workers start within it, on a busy machine, too.
  const env = await store.settings({ WORKERS: "2", STOP_SECONDS: "60" });
  const server = await startServer(env);
  await storeWebsite(server.url, domain);
  store.hold();
  const paths = Array.from({ length: 20 }, (_, i) => `/${String(i).padStart(2, "0")}`);
  for (const path of paths) {
    expect((await postEvent(server.url, path)).status).toBe(202);
  }
  const command = startProgram(["drain"], env);
  await eventually(async () =>
    expect(await statusAndCode(fetch(`${server.url}/health`))).toEqual([503, "DRAINING"]),
  );
  const before = childrenOf(server.process.pid, "worker.js");

  for (const pid of before) process.kill(pid, "SIGKILL");

  await eventually(async () => {
    const now = childrenOf(server.process.pid, "worker.js");
    expect(now.filter((pid) => !before.includes(pid))).toHaveLength(2);
  });
  await eventually(async () =>
    expect(await statusAndCode(postEvent(server.url, "/late"))).toEqual([503, "DRAINING"]),
  );
  store.release();
  await expectDrained(command, server, env.DATA_DIR);
  expect(await store.storedPaths(env.CLICKHOUSE_URL)).toEqual(paths);
});

describe("while the store is away", () => {
  /** Starts a Footfall whose store has the event /a, and freezes before /b. */
  async function startWithoutStore(env: Awaited<ReturnType<HoldingStore["settings"]>>) {
    const server = await startServer(env);
    await storeWebsite(server.url, domain);
    expect((await track(server.url, domain, "/a")).status).toBe(202);
    await eventually(async () =>
      expect(await store.storedPaths(env.CLICKHOUSE_URL)).toEqual(["/a"]),
    );
    store.freeze();
    expect((await track(server.url, domain, "/b")).status).toBe(202);
    return server;
  }

  test.each(["1", "2"])(
    "with WORKERS=%s a drain ends with 1, and events are accepted again",
    async (WORKERS) => {
      const env = await store.settings({ WORKERS, STOP_SECONDS: "2" });
      const server = await startWithoutStore(env);

      const command = startProgram(["drain"], env);

      expect(await command.exited).toBe(1);
      expect(command.stderr()).toMatch(
        /^footfall: the store takes no events; 1 kB of events wait; Footfall accepts events again\n$/,
      );
      await eventually(async () =>
        expect((await track(server.url, domain, "/c")).status).toBe(202),
      );
      store.thaw();
      await eventually(async () => expect((await fetch(`${server.url}/health`)).status).toBe(200));
      await expectDrained(startProgram(["drain"], env), server, env.DATA_DIR);
      expect(await store.storedPaths(env.CLICKHOUSE_URL)).toEqual(["/a", "/b", "/c"]);
    },
  );

  test.each(["1", "2"])(
    "with WORKERS=%s SIGTERM ends Footfall with 0, and the next start ships the rest",
    async (WORKERS) => {
      const env = await store.settings({ WORKERS, STOP_SECONDS: "3" });
      const server = await startWithoutStore(env);

      server.process.kill("SIGTERM");

      expect(await server.exited).toBe(0);
      store.thaw();
      await startServer(env);
      await eventually(async () =>
        expect(await store.storedPaths(env.CLICKHOUSE_URL)).toEqual(["/a", "/b"]),
      );
    },
  );

  test("without a Footfall the command says so, and ships the logs when the store is back", async () => {
    const env = await store.settings({ WORKERS: "2", STOP_SECONDS: "2" });
    const server = await startServer(env);
    await storeWebsite(server.url, domain);
    store.hold();
    const load = startLoad(server.url);
    await eventually(async () => expect(load.acknowledged.size).toBeGreaterThan(50));
    server.process.kill("SIGKILL");
    await server.exited;
    await load.ended;

    const held = startProgram(["drain"], env);
    expect(await held.exited).toBe(1);
    expect(held.stderr()).toMatch(
      /^footfall: the store takes no events; \d+ kB of events wait; .*\n$/,
    );
    store.freeze();
    const silent = startProgram(["drain"], env);
    expect(await silent.exited).toBe(1);
    expect(silent.stderr()).toBe("footfall: the store does not answer, so nothing was shipped\n");
    store.thaw();
    store.release();
    const command = startProgram(["drain"], env);

    expect([await command.exited, command.stderr()]).toEqual([0, ""]);
    expect(await logsIn(env.DATA_DIR)).toEqual([]);
    const stored = await store.storedPaths(env.CLICKHOUSE_URL);
    expect(new Set(stored).size).toBe(stored.length);
    expect([...load.acknowledged].filter((path) => !stored.includes(path))).toEqual([]);
  });
});

describe("with the embedded engine", () => {
  test("a running Footfall ends drained, and without one the command ships the logs", async () => {
    const DATA_DIR = await temporaryDirectory();
    const first = await startServer({ DATA_DIR });
    const id = await storeWebsite(first.url, domain);
    expect((await track(first.url, domain, "/a")).status).toBe(202);
    await expectDrained(startProgram(["drain"], { DATA_DIR }), first, DATA_DIR);

    const second = await startServer({ DATA_DIR });
    // Bots are dropped, and their counts are in memory for some seconds.
    const bot = { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" };
    const event = { domain, url: `https://${domain}/bot` };
    expect((await post(`${second.url}/api/event`, event, bot)).status).toBe(202);
    await expectDrained(startProgram(["drain"], { DATA_DIR }), second, DATA_DIR);

    const third = await startServer({ DATA_DIR });
    const intake = `${third.url}/api/v1/websites/${id}/intake`;
    const answer = await fetch(`${intake}?${lastTwoDays()}`, { headers: authorization });
    expect(JSON.stringify(await answer.json())).toMatch(/"bot":1\b/);
    expect((await track(third.url, domain, "/b")).status).toBe(202);
    third.process.kill("SIGKILL");
    await third.exited;
    const command = startProgram(["drain"], { DATA_DIR });

    expect([await command.exited, command.stderr()]).toEqual([0, ""]);
    expect(await logsIn(DATA_DIR)).toEqual([]);
    const last = await startServer({ DATA_DIR, API_KEYS: apiKey });
    const counts = (await pages(last.url, id)).map(({ value, count }) => [value, count]);
    expect(counts.sort()).toEqual([
      ["/a", 1],
      ["/b", 1],
    ]);
  });

  test("a file system without sockets keeps no Footfall from starting", async () => {
    const DATA_DIR = await temporaryDirectory();
    // In the place of the socket, nothing can be made.
    await mkdir(join(DATA_DIR, "drain"));
    const server = await startServer({ DATA_DIR, LOG_LEVEL: "warn" });

    await eventually(async () =>
      expect(server.stdout()).toContain("this Footfall cannot be drained while it runs"),
    );
    const command = startProgram(["drain"], { DATA_DIR, STOP_SECONDS: "1" });
    expect(await command.exited).toBe(1);
    expect(command.stderr()).toMatch(/^footfall: .*another Footfall is using.*\n$/);
  });

  test("nothing to ship needs no store, and a wrong directory is one line", async () => {
    const DATA_DIR = await temporaryDirectory();
    const CLICKHOUSE_URL = "http://127.0.0.1:9/nowhere";
    const nothing = startProgram(["drain"], { DATA_DIR, CLICKHOUSE_URL });
    expect([await nothing.exited, nothing.stderr()]).toEqual([0, ""]);

    const wrong = startProgram(["drain"], { DATA_DIR: join(DATA_DIR, "missing") });
    expect(await wrong.exited).toBe(1);
    expect(wrong.stderr()).toMatch(/^footfall: DATA_DIR .*ENOENT.*\n$/);
  });
});
