import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import {
  domain,
  type HoldingStore,
  logsIn,
  post,
  startHoldingStore,
  startLoad,
} from "../helpers/drain.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey } from "../helpers/footfall.ts";
import {
  authorization,
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

test.each(["1", "2"])(
  "what a stop could not ship is shipped once, with WORKERS=%s",
  async (WORKERS) => {
    const env = await store.settings({ WORKERS, STOP_SECONDS: "2" });
    const server = await startServer(env);
    await storeWebsite(server.url, domain);
    store.hold();
    const load = startLoad(server.url);
    await eventually(async () => expect(load.acknowledged.size).toBeGreaterThan(50));
    server.process.kill("SIGTERM");
    await server.exited;
    await load.ended;
    expect(await logsIn(env.DATA_DIR)).not.toEqual([]);

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
    expect(command.stdout()).toMatch(/ kB of events left to ship\n.*everything is shipped\n$/s);
    expect(await logsIn(env.DATA_DIR)).toEqual([]);
    expect(await store.storedPaths(env.CLICKHOUSE_URL)).toEqual([...load.acknowledged].sort());
  },
);

test("with the embedded engine, a killed Footfall's events and counts are shipped", async () => {
  const DATA_DIR = await temporaryDirectory();
  const first = await startServer({ DATA_DIR });
  const id = await storeWebsite(first.url, domain);
  expect((await track(first.url, domain, "/a")).status).toBe(202);
  // Bots are dropped, and their counts are in memory until the stop.
  const bot = { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" };
  const event = { domain, url: `https://${domain}/bot` };
  expect((await post(`${first.url}/api/event`, event, bot)).status).toBe(202);
  const running = startProgram(["drain"], { DATA_DIR, STOP_SECONDS: "1" });
  expect(await running.exited).toBe(1);
  expect(running.stderr()).toMatch(/^footfall: .*another Footfall is using.*\n$/);
  first.process.kill("SIGTERM");
  expect(await first.exited).toBe(0);

  const second = await startServer({ DATA_DIR });
  expect((await track(second.url, domain, "/b")).status).toBe(202);
  second.process.kill("SIGKILL");
  await second.exited;
  const command = startProgram(["drain"], { DATA_DIR });
  expect([await command.exited, command.stderr()]).toEqual([0, ""]);
  expect(await logsIn(DATA_DIR)).toEqual([]);

  const last = await startServer({ DATA_DIR, API_KEYS: apiKey });
  const intake = `${last.url}/api/v1/websites/${id}/intake`;
  const answer = await fetch(`${intake}?${lastTwoDays()}`, { headers: authorization });
  expect(JSON.stringify(await answer.json())).toMatch(/"bot":1\b/);
  const counts = (await pages(last.url, id)).map(({ value, count }) => [value, count]);
  expect(counts.sort()).toEqual([
    ["/a", 1],
    ["/b", 1],
  ]);
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
