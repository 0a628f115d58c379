import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey, chrome } from "../helpers/footfall.ts";
import {
  authorization,
  childrenOf,
  isAlive,
  type Program,
  pages,
  startProgram,
  startServer,
  storeWebsite,
  track,
} from "../helpers/program.ts";

const workerCount = 2;
const WORKERS = String(workerCount);
const requestCount = 4 * workerCount;

const workersOf = ({ process }: Program) => childrenOf(process.pid, "worker.js");
const engineOf = ({ process }: Program) => childrenOf(process.pid, "child.js");

/**
 * Resolves with the different statuses of many requests. Each has a connection of its own, so that
 * every worker gets some.
 */
async function statuses(
  url: string,
  { method = "GET", headers = {}, body = "" } = {},
  count = requestCount,
): Promise<(number | undefined)[]> {
  const asks = Array.from({ length: count }, async () => {
    const agent = new Agent({ keepAlive: false });
    const sent = request(url, { agent, method, headers: { ...authorization, ...headers } });
    sent.end(body);
    const [reply] = (await once(sent, "response")) as [IncomingMessage];
    reply.resume();
    return reply.statusCode;
  });
  return [...new Set(await Promise.all(asks))];
}

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

async function expectCountedOnce(url: string, id: number, acknowledged: ReadonlySet<string>) {
  await eventually(async () => {
    const counted = new Map((await pages(url, id)).map(({ value, count }) => [value, count]));
    const missing = [...acknowledged].filter((path) => !counted.has(path));
    const doubled = [...counted].filter(([, count]) => count !== 1);
    expect({ missing, doubled }).toEqual({ missing: [], doubled: [] });
  });
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
      expect(await pageviewsOf(server.url, id)).toBe(round);
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

test("a worker that hangs is replaced, and keeps no engine from coming back", async () => {
  const server = await startServer({ DATA_DIR: await temporaryDirectory(), WORKERS });
  const id = await storeWebsite(server.url, "example.com");
  const [hanging = 0, other = 0] = workersOf(server);
  const engine = engineOf(server);
  process.kill(hanging, "SIGSTOP");
  onTestFinished(() => {
    if (isAlive(hanging)) process.kill(hanging, "SIGKILL");
  });
  for (const pid of engine) process.kill(pid, "SIGKILL");

  await eventually(async () => {
    const now = engineOf(server);
    expect(now).toHaveLength(1);
    expect(now).not.toEqual(engine);
  });
  await eventually(async () => expect(isAlive(hanging)).toBe(false), 30_000);
  await eventually(async () => {
    const now = workersOf(server);
    expect(now).toHaveLength(workerCount);
    expect(now).toContain(other);
  });
  await eventually(async () => expect(await statuses(`${server.url}/health`)).toEqual([200]));
  expect((await track(server.url, "example.com", "/a")).status).toBe(202);
  await expectCountedOnce(server.url, id, new Set(["/a"]));
});

test("a worker that hangs does not keep the others from stopping", async () => {
  const server = await startServer({ DATA_DIR: await temporaryDirectory(), WORKERS });
  const [hanging = 0] = workersOf(server);
  process.kill(hanging, "SIGSTOP");
  server.process.kill("SIGTERM");

  await server.exited;
  expect(isAlive(hanging)).toBe(false);
});

test("a worker that is started while the store is away collects", async () => {
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

test("while a worker of a killed primary lives, its log is not taken from it", async () => {
  const DATA_DIR = await temporaryDirectory();
  const first = await startServer({ DATA_DIR, WORKERS });
  const [stopped = 0] = workersOf(first);
  process.kill(stopped, "SIGSTOP");
  onTestFinished(() => {
    if (isAlive(stopped)) process.kill(stopped, "SIGKILL");
  });
  const killed = once(first.process, "exit");
  first.process.kill("SIGKILL");
  await killed;

  const second = startProgram([], { DATA_DIR, API_KEYS: apiKey, WORKERS });
  expect(await second.exited).toBe(1);
  expect(second.stderr()).toMatch(/^footfall: another Footfall is using \S+; .*DATA_DIR\n$/);

  process.kill(stopped, "SIGCONT");
  await eventually(async () => expect(isAlive(stopped)).toBe(false));
  await startServer({ DATA_DIR, WORKERS });
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

test("a worker that does not take in a change is ended, and the change is answered", async () => {
  const server = await startServer({ DATA_DIR: await temporaryDirectory(), WORKERS });
  const [stuck = 0] = workersOf(server);
  process.kill(stuck, "SIGSTOP");
  onTestFinished(() => {
    if (isAlive(stuck)) process.kill(stuck, "SIGKILL");
  });

  await storeWebsite(server.url, "f.example");

  expect(workersOf(server)).not.toContain(stuck);
});
