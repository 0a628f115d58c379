import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome } from "../helpers/footfall.ts";
import {
  authorization,
  isAlive,
  pages,
  startProgram,
  startServer,
  storeWebsite,
  track,
} from "../helpers/program.ts";
import {
  engineOf,
  expectCountedOnce,
  requestCount,
  statuses,
  WORKERS,
  workerCount,
  workersOf,
} from "./workers.ts";

function eventOf(domain: string) {
  return {
    method: "POST",
    headers: { "user-agent": chrome, "content-type": "application/json" },
    body: JSON.stringify({ domain, url: `https://${domain}/` }),
  };
}

/** Resolves with the age of the oldest event that is not in the store. */
async function logAgeS(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: authorization })).text();
  return Number(/^footfall_event_log_age_seconds (\S+)$/m.exec(text)?.[1]);
}

/** Asks once, over a connection of its own. */
async function pageviewsOf(url: string, id: number): Promise<number> {
  const query = "name=pageview&from=2000-01-01&to=2100-01-01";
  const headers = { ...authorization, "cache-control": "no-cache", connection: "close" };
  const reply = await fetch(`${url}/api/v1/stats/${id}?${query}`, { headers });
  return ((await reply.json()) as { meta: { count: number } }).meta.count;
}

/** Sends events until a request fails. The set has the paths that were acknowledged. */
function sendUntilItFails(
  url: string,
  domain: string,
  acknowledged: Set<string>,
): Promise<unknown> {
  return Promise.all(
    Array.from({ length: 6 }, async (_, sender) => {
      for (let i = 0; ; i += 1) {
        const path = `/${sender}-${i}`;
        const reply = await track(url, domain, path).catch(() => undefined);
        if (reply === undefined) return;
        if (reply.status === 202) acknowledged.add(path);
      }
    }),
  );
}

describe("on one server", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer({ DATA_DIR: await temporaryDirectory(), WORKERS });
  });
  afterAll(stopAll);

  test("a change of a website is in force in every worker when it is answered", async () => {
    expect(workersOf(server)).toHaveLength(workerCount);

    const id = await storeWebsite(server.url, "a.example");
    const website = `${server.url}/api/v1/websites/${id}`;
    expect(await statuses(website)).toEqual([200]);

    const event = eventOf("a.example");
    expect(await statuses(`${server.url}/api/event`, event)).toEqual([202]);
    const headers = { ...authorization, "content-type": "application/json" };
    await Promise.all([
      fetch(website, {
        method: "PATCH",
        headers,
        body: JSON.stringify({ exclude_ips: "127.0.0.1" }),
      }),
      fetch(website, {
        method: "PATCH",
        headers,
        body: JSON.stringify({ timezone: "Asia/Tokyo" }),
      }),
    ]);
    expect(await statuses(`${server.url}/api/event`, event)).toEqual([202]);
    expect(await (await fetch(website, { headers })).json()).toMatchObject({
      data: { exclude_ips: "127.0.0.1", timezone: "Asia/Tokyo" },
    });
    await eventually(async () =>
      expect(await pages(server.url, id)).toMatchObject([{ value: "/", count: requestCount }]),
    );

    expect((await fetch(website, { method: "DELETE", headers: authorization })).status).toBe(200);
    expect(await statuses(website)).toEqual([404]);
    expect(await statuses(`${server.url}/api/event`, event)).toEqual([404]);
  });

  test("what the primary refuses reaches the client as it is", async () => {
    const racing = Array.from({ length: 6 }, () =>
      fetch(`${server.url}/api/v1/websites`, {
        method: "POST",
        headers: authorization,
        body: new URLSearchParams({ domain: "b.example" }),
      }),
    );

    const replies = await Promise.all(racing);

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    const refused = replies.find(({ status }) => status === 422);
    expect(await refused?.json()).toMatchObject({
      code: "VALIDATION",
      errors: { domain: ["is already registered"] },
    });
  });

  test("a question has the events that wait in another worker", async () => {
    const id = await storeWebsite(server.url, "d.example");
    // Each connection may reach any worker, so some rounds have one worker for the event and the
    // other for the question.
    for (let round = 1; round <= 8; round += 1) {
      expect(await statuses(`${server.url}/api/event`, eventOf("d.example"), 1)).toEqual([202]);
      await eventually(async () => expect(await logAgeS(server.url)).toBeGreaterThan(0.6));
      // A worker that is slow to catch up holds up no query. By itself it comes in ten seconds.
      await eventually(async () => expect(await pageviewsOf(server.url, id)).toBe(round));
    }
  });

  test("a worker that is killed is replaced, and what it acknowledged is counted once", async () => {
    const id = await storeWebsite(server.url, "c.example");
    const before = workersOf(server);
    const acknowledged = new Set<string>();
    const sending = sendUntilItFails(server.url, "c.example", acknowledged);
    await eventually(async () => expect(acknowledged.size).toBeGreaterThan(50));

    for (const pid of before) process.kill(pid, "SIGKILL");

    await sending;
    await eventually(async () => {
      const now = workersOf(server);
      expect(now).toHaveLength(workerCount);
      expect(now.filter((pid) => before.includes(pid))).toEqual([]);
    });
    await eventually(async () => expect((await fetch(`${server.url}/health`)).status).toBe(200));
    await expectCountedOnce(server.url, id, acknowledged);
    expect(await statuses(`${server.url}/api/v1/websites/${id}`)).toEqual([200]);
  });

  test("when the engine is killed, every worker finds the new one", async () => {
    const id = await storeWebsite(server.url, "e.example");
    for (const pid of engineOf(server)) process.kill(pid, "SIGKILL");

    expect((await track(server.url, "e.example", "/a")).status).toBe(202);

    await expectCountedOnce(server.url, id, new Set(["/a"]));
    await eventually(async () => expect(await statuses(`${server.url}/health`)).toEqual([200]));
  });
});

test("a worker that is started while the store is unavailable collects", async () => {
  const server = await startServer({ DATA_DIR: await temporaryDirectory(), WORKERS });
  const id = await storeWebsite(server.url, "example.com");
  const engine = engineOf(server);
  const before = workersOf(server);
  for (const pid of engine) process.kill(pid, "SIGSTOP");
  onTestFinished(() => {
    for (const pid of engine.filter(isAlive)) process.kill(pid, "SIGCONT");
  });
  for (const pid of before) process.kill(pid, "SIGKILL");

  const paths = Array.from({ length: 10 }, (_, i) => `/${i}`);
  for (const path of paths) {
    await eventually(async () =>
      expect((await track(server.url, "example.com", path)).status).toBe(202),
    );
  }
  for (const pid of engine) process.kill(pid, "SIGCONT");

  await expectCountedOnce(server.url, id, new Set(paths));
});

test("SIGTERM ends it with 0, nothing is left to ship, and no process is left", async () => {
  const DATA_DIR = await temporaryDirectory();
  const first = await startServer({ DATA_DIR, WORKERS });
  const id = await storeWebsite(first.url, "example.com");
  const paths = Array.from({ length: 30 }, (_, i) => `/${i}`);
  const replies = await Promise.all(paths.map((path) => track(first.url, "example.com", path)));
  const workers = workersOf(first);

  first.process.kill("SIGTERM");

  expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(202));
  expect(await first.exited).toBe(0);
  expect(first.stderr()).toBe("");
  expect(workers.filter(isAlive)).toEqual([]);
  expect(await readdir(join(DATA_DIR, "log"))).toEqual([]);
  const second = await startServer({ DATA_DIR });
  await expectCountedOnce(second.url, id, new Set(paths));
});

test("when the primary is killed its workers end, and what they acknowledged is counted once", async () => {
  const DATA_DIR = await temporaryDirectory();
  const first = await startServer({ DATA_DIR, WORKERS });
  const id = await storeWebsite(first.url, "example.com");
  const acknowledged = new Set<string>();
  const sending = sendUntilItFails(first.url, "example.com", acknowledged);
  await eventually(async () => expect(acknowledged.size).toBeGreaterThan(50));
  const workers = workersOf(first);

  first.process.kill("SIGKILL");

  await Promise.all([first.exited, sending]);
  await eventually(async () => expect(workers.filter(isAlive)).toEqual([]));
  const second = await startServer({ DATA_DIR, WORKERS });
  await expectCountedOnce(second.url, id, acknowledged);
});

test("a port that is taken stops the start with one line, and nothing is left running", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };

  const DATA_DIR = await temporaryDirectory();
  const program = startProgram([], { DATA_DIR, PORT: String(port), WORKERS });

  expect(await program.exited).toBe(1);
  expect(program.stderr()).toBe(`footfall: PORT ${port} is in use by another program\n`);
  taken.close();
});

test("a host that is not here stops the start with one line, also where any port would do", async () => {
  const HOST = "203.0.113.1";
  const program = startProgram([], { DATA_DIR: await temporaryDirectory(), HOST, WORKERS });

  expect(await program.exited).toBe(1);
  expect(program.stderr()).toMatch(/^footfall: HOST 203\.0\.113\.1: listen EADDRNOTAVAIL.*\n$/);
});
