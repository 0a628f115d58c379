import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stopAll } from "../helpers/clean-up.ts";
import {
  domain,
  expectDrained,
  type HoldingStore,
  post,
  postEvent,
  startHoldingStore,
  startLoad,
  statusAndCode,
} from "../helpers/drain.ts";
import { eventually } from "../helpers/eventually.ts";
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

const oneKilobyteLeft = /^1 kB of events left to ship\n$/;

describe.each(["1", "2"])("with WORKERS=%s", (WORKERS) => {
  test("under load everything that was acknowledged is in the store when the drain ends", async () => {
    const env = await store.settings({ WORKERS });
    const server = await startServer(env);
    await storeWebsite(server.url, domain);
    const load = startLoad(server.url);
    await eventually(async () => expect(load.acknowledged.size).toBeGreaterThan(100));

    const command = startProgram(["drain"], env);

    await expectDrained(command, server, env.DATA_DIR);
    const stored = await store.storedPaths(env.CLICKHOUSE_URL);
    await load.ended;
    expect([...load.refusals].filter((answer) => answer !== "503 DRAINING")).toEqual([]);
    expect(stored).toEqual([...load.acknowledged].sort());
  });

  test("meanwhile events are refused and reads go on; two commands share a drain, and without them it is over", async () => {
    const env = await store.settings({ WORKERS });
    const server = await startServer(env);
    const { url } = server;
    const id = await storeWebsite(url, domain);
    expect((await postEvent(url, "/a")).status).toBe(202);
    await eventually(async () => expect(await pages(url, id)).toHaveLength(1));
    store.hold();
    expect((await track(url, domain, "/b")).status).toBe(202);

    const first = startProgram(["drain"], env);
    await eventually(async () => expect(first.stdout()).toMatch(oneKilobyteLeft));
    const second = startProgram(["drain"], env);
    await eventually(async () => expect(second.stdout()).toMatch(oneKilobyteLeft));

    const events = [{ url: `https://${domain}/c` }];
    const bulk = `${url}/api/v1/websites/${id}/events`;
    for (let round = 0; round < 4; round += 1) {
      const refused = await postEvent(url, "/c");
      expect(refused.headers.get("retry-after")).toBe("2");
      expect([refused.status, await refused.json()]).toMatchObject([503, { code: "DRAINING" }]);
      const umami = { type: "event", payload: { website: domain, url: "/c", hostname: domain } };
      for (const answer of [
        post(`${url}/api/send`, umami),
        post(bulk, events, authorization),
        post(bulk, events, { ...authorization, "idempotency-key": "k" }),
        fetch(`${url}/health`, { headers: { connection: "close" } }),
      ]) {
        expect(await statusAndCode(answer)).toEqual([503, "DRAINING"]);
      }
    }
    expect(await pages(url, id)).toEqual([expect.objectContaining({ value: "/a", count: 1 })]);
    expect((await fetch(`${url}/`)).status).toBe(200);

    first.process.kill("SIGKILL");
    await first.exited;
    expect(await statusAndCode(postEvent(url, "/c"))).toEqual([503, "DRAINING"]);
    second.process.kill("SIGKILL");
    await eventually(async () => expect((await fetch(`${url}/health`)).status).toBe(200));
    await eventually(async () => expect((await postEvent(url, "/d")).status).toBe(202));
    const third = startProgram(["drain"], env);
    await eventually(async () => expect(third.stdout()).toMatch(oneKilobyteLeft));
    expect(await statusAndCode(postEvent(url, "/c"))).toEqual([503, "DRAINING"]);
    store.release();

    await expectDrained(third, server, env.DATA_DIR);
    expect(await store.storedPaths(env.CLICKHOUSE_URL)).toEqual(["/a", "/b", "/d"]);
  });
});
