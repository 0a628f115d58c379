import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect } from "vitest";

import { freePort } from "../../src/base/net/free-port.ts";
import { startEngineProcess } from "../../src/clickhouse/embedded/process.ts";
import { cleanUp, stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome } from "../helpers/footfall.ts";
import { ended, postImport } from "../helpers/imports.ts";
import { authorization, pages, startServer, storeWebsite, track } from "../helpers/program.ts";
import { nginxTest, startNginx } from "./nginx.ts";

afterAll(stopAll);

const eventPaths = ["/api/event", "/api/send", "/api/v1/websites/1/events"];
const refusal = JSON.stringify({ status: 503, code: "LOG_FULL", message: "Its log is full" });

/** A stand-in for a Footfall, which notes what reaches it. */
interface Upstream {
  readonly port: number;
  readonly requests: { method: string; path: string; headers: IncomingMessage["headers"] }[];
  /** The number of connections so far. */
  connections: number;
  answer: (reply: ServerResponse) => void;
}

const accept = (reply: ServerResponse) => void reply.writeHead(202).end("ok");
const refuse = (reply: ServerResponse) =>
  void reply
    .writeHead(503, { "retry-after": "2", "content-type": "application/json" })
    .end(refusal);
const die = (reply: ServerResponse) => void reply.socket?.destroy();
const hang = () => {};

async function startUpstream(answer: Upstream["answer"] = accept): Promise<Upstream> {
  const http = createServer((request, reply) => {
    request.resume().on("end", () => {
      const { method = "", url: path = "", headers } = request;
      upstream.requests.push({ method, path, headers });
      upstream.answer(reply);
    });
  });
  http.on("connection", () => {
    upstream.connections += 1;
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  cleanUp(async () => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  const upstream: Upstream = { port, requests: [], connections: 0, answer };
  return upstream;
}

async function behindNginx(
  answers: readonly Upstream["answer"][],
  change?: (text: string) => string,
): Promise<{ url: string; upstreams: Upstream[]; seen: () => string[] }> {
  const upstreams = await Promise.all(answers.map(startUpstream));
  const ports = upstreams.map(({ port }) => port);
  const url = await startNginx({ ports, ...(change && { change }) });
  const seen = () => upstreams.flatMap(({ requests }) => requests.map(({ path }) => path));
  return { url, upstreams, seen };
}

function post(url: string, headers: Record<string, string> = {}, body = "{}"): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "text/plain", ...headers },
    body,
  });
}

/** Sends one request after the other, each with its number in the query. */
async function postMany(url: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) statuses.push((await post(`${url}?n=${i}`)).status);
  return statuses;
}

nginxTest.each(eventPaths)(
  "%s: an event that one Footfall refuses goes to another",
  async (path) => {
    const { url, upstreams } = await behindNginx([refuse, accept]);

    expect(await postMany(`${url}${path}`, 10)).toEqual(Array(10).fill(202));

    const numbers = upstreams[1]?.requests.map((request) => request.path);
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, i) => `${path}?n=${i}`));
  },
);

nginxTest(
  "an event that all refuse gets Footfall's answer, and the next one is asked at once",
  async () => {
    const { url, upstreams } = await behindNginx([refuse, refuse]);

    for (let i = 0; i < 5; i += 1) {
      const reply = await post(`${url}/api/event`);
      expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "2"]);
      expect(await reply.text()).toBe(refusal);
    }
    for (const upstream of upstreams) upstream.answer = accept;
    expect(await postMany(`${url}/api/event`, 5)).toEqual(Array(5).fill(202));
  },
);

nginxTest("any other request that is refused is not repeated", async () => {
  const { url, seen } = await behindNginx([refuse, refuse]);

  const statistics = await fetch(`${url}/api/v1/stats/1?name=page`);
  const change = await post(`${url}/api/v1/websites`);

  expect([statistics.status, change.status]).toEqual([503, 503]);
  expect(await statistics.text()).toBe(refusal);
  expect(seen().sort()).toEqual(["/api/v1/stats/1?name=page", "/api/v1/websites"]);
});

nginxTest.each([
  ["dies", die],
  ["hangs", hang],
])("an event is not sent again if its Footfall %s with it", async (_what, fail) => {
  const change = (text: string) => text.replace("proxy_read_timeout 130s", "proxy_read_timeout 1s");
  const { url, seen } = await behindNginx([fail, accept], change);

  const statuses = await postMany(`${url}/api/event`, 6);

  expect(statuses.filter((status) => status >= 500).length).toBeGreaterThan(0);
  expect(statuses).toContain(202);
  expect(new Set(seen()).size).toBe(6);
  expect(seen()).toHaveLength(6);
});

nginxTest("a refused event is not sent again if the next Footfall dies with it", async () => {
  const { url, upstreams } = await behindNginx([refuse, die, die]);

  const statuses = await postMany(`${url}/api/event`, 12);

  expect(statuses).toContain(502);
  const died = upstreams.slice(1).flatMap(({ requests }) => requests.map(({ path }) => path));
  expect(died.length).toBeGreaterThan(0);
  expect(new Set(died).size).toBe(died.length);
});

nginxTest("a question whose Footfall dies is asked again", async () => {
  const { url } = await behindNginx([die, accept]);

  for (let i = 0; i < 6; i += 1) {
    expect((await fetch(`${url}/api/v1/stats/1?n=${i}`)).status).toBe(202);
  }
});

nginxTest("nobody notices a Footfall that is not there", async () => {
  const upstream = await startUpstream();
  const url = await startNginx({ ports: [await freePort("127.0.0.1"), upstream.port] });

  expect(await postMany(`${url}/api/event`, 20)).toEqual(Array(20).fill(202));
  expect(upstream.requests).toHaveLength(20);
});

nginxTest("a Footfall that hangs holds up few requests", async () => {
  const { url, upstreams, seen } = await behindNginx([hang, accept]);
  const leaving = new AbortController();
  const { signal } = leaving;
  const requests: Promise<unknown>[] = [];

  for (let i = 0; i < 40; i += 1) {
    requests.push(fetch(`${url}/api/event?n=${i}`, { method: "POST", body: "{}", signal }));
    await eventually(() => expect(seen()).toHaveLength(i + 1));
  }
  leaving.abort();
  await Promise.allSettled(requests);

  expect(upstreams[0]?.requests.length).toBeLessThanOrEqual(4);
});

nginxTest("addresses, hosts and schemes are nginx's own, whatever a client sends", async () => {
  const { url, upstreams } = await behindNginx([accept]);

  await post(`${url}/api/event`, {
    "x-forwarded-for": "203.0.113.9",
    "x-forwarded-host": "other.example",
    "x-forwarded-proto": "https",
  });

  const headers = upstreams[0]?.requests[0]?.headers;
  const { host } = new URL(url);
  expect(headers).toMatchObject({
    host,
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-host": host,
    "x-forwarded-proto": "http",
  });
});

nginxTest("connections to Footfall are used again", async () => {
  const { url, upstreams } = await behindNginx([accept]);

  await postMany(`${url}/api/event`, 50);

  // Each of the two processes of nginx has its own.
  expect(upstreams[0]?.requests).toHaveLength(50);
  expect(upstreams[0]?.connections).toBeLessThanOrEqual(2);
});

const importBytesMax = 12 * 1024 ** 2;

/** Starts two Footfalls on one ClickHouse server behind nginx, with a website that both know. */
async function startTwo() {
  const directory = await temporaryDirectory();
  const engine = await startEngineProcess({
    directory,
    memoryBytesMax: 2 * 1024 ** 3,
    grants: ["GRANT ALL ON *.*"],
  });
  cleanUp(() => engine.kill());
  const CLICKHOUSE_URL = engine.url.replace(/default$/, "footfall");
  const start = (name: string) =>
    startServer({
      CLICKHOUSE_URL,
      TRUST_PROXY: "127.0.0.1",
      WORKERS: "1",
      DATA_DIR: join(directory, name),
      IMPORT_BYTES_MAX: String(importBytesMax),
    });
  const first = await start("a");
  const second = await start("b");
  const ports = [first, second].map((server) => Number(new URL(server.url).port));
  const url = await startNginx({ ports });
  const id = await storeWebsite(url, "example.com");
  for (const server of [first, second]) {
    const knows = async () =>
      expect(
        (await fetch(`${server.url}/api/v1/websites/${id}`, { headers: authorization })).status,
      ).toBe(200);
    await eventually(knows);
  }
  return { first, url, id, restartFirst: () => start("a") };
}

nginxTest("one of two Footfalls is killed, and each acknowledged event counts once", async () => {
  const { first, url, id, restartFirst } = await startTwo();
  const acknowledged: string[] = [];
  let isStopping = false;
  const load = [0, 1, 2, 3].map(async (client) => {
    for (let i = 0; !isStopping; i += 1) {
      const path = `/${client}-${i}`;
      const { status } = await track(url, "example.com", path);
      if (status === 202) acknowledged.push(path);
      // One that was on its way to the killed one: nobody can tell whether it counts.
      else expect(status).toBe(502);
    }
  });
  const more = (count: number) =>
    eventually(() => expect(acknowledged.length).toBeGreaterThan(count));

  await more(200);
  first.process.kill("SIGKILL");
  await first.exited;
  await more(acknowledged.length + 200);
  isStopping = true;
  await Promise.all(load);
  await restartFirst();

  await eventually(async () => {
    const counted = new Map((await pages(url, id)).map(({ value, count }) => [value, count]));
    expect(acknowledged.filter((path) => counted.get(path) !== 1)).toEqual([]);
    expect([...counted].filter(([, count]) => count !== 1)).toEqual([]);
  });
});

nginxTest("bodies and downloads pass as without nginx", async () => {
  const { url, id } = await startTwo();
  const bulk = (body: string) =>
    fetch(`${url}/api/v1/websites/${id}/events`, {
      method: "POST",
      headers: { ...authorization, "content-type": "application/x-ndjson" },
      body,
    });
  const lineOf = (i: number) => {
    const visitor = { ip: "203.0.113.9", user_agent: chrome };
    const event = {
      ...visitor,
      url: `https://example.com/${i}`,
      timestamp: new Date().toISOString(),
    };
    return JSON.stringify({ ...event, props: { text: "x".repeat(4_900) } });
  };
  const lines = Array.from({ length: 1_000 }, (_, i) => lineOf(i)).join("\n");
  const tooLarge = lines.padEnd(5 * 1024 ** 2 + 1, " ");

  const taken = await bulk(lines);
  const refused = await bulk(tooLarge);

  expect(Buffer.byteLength(lines)).toBeGreaterThan(4.9 * 1024 ** 2);
  expect([taken.status, refused.status]).toEqual([202, 413]);
  expect(await refused.json()).toMatchObject({ code: "BODY_TOO_LARGE" });
  await eventually(async () => {
    const query = "name=page&from=2000-01-01&to=2100-01-01";
    const headers = { ...authorization, accept: "text/csv", "cache-control": "no-cache" };
    const csv = await fetch(`${url}/api/v1/stats/${id}?${query}`, { headers });
    expect(csv.status).toBe(200);
    expect((await csv.text()).trimEnd().split("\n")).toHaveLength(1_001);
  });
});

nginxTest("imports of any size pass, and Footfall limits them", async () => {
  const { url, id } = await startTwo();
  const lineOf = (path: string) =>
    `203.0.113.9 - - [17/May/2026:10:05:00 +0000] "GET ${path} HTTP/1.1" 200 12 "-" "${chrome}"\n`;
  const picture = lineOf(`/${"x".repeat(50_000)}.png`);
  const log = lineOf("/page") + picture.repeat(200);

  const refused = await postImport(url, id, [["access.log", log + picture.repeat(60)]]);
  const { status, json } = await postImport(url, id, [["access.log", log]]);

  expect(log.length).toBeGreaterThan(9.5 * 1024 ** 2);
  expect([status, refused.status]).toEqual([202, 413]);
  expect(refused.json).toMatchObject({ code: "BODY_TOO_LARGE" });
  const made = await ended(url, id, json.data.id);
  const rows = { read: 201, imported: 1, skipped: { kind: 200 } };
  expect(made).toMatchObject({ status: "done", rows });
});

nginxTest("a client cannot make up visitors by X-Forwarded-For", async () => {
  const { url, id } = await startTwo();
  const body = JSON.stringify({ domain: "example.com", url: "https://example.com/" });

  for (let i = 0; i < 6; i += 1) {
    const headers = { "user-agent": chrome, "x-forwarded-for": `203.0.113.${i}` };
    expect((await post(`${url}/api/event`, headers, body)).status).toBe(202);
  }

  await eventually(async () => {
    const query = "name=page&from=2000-01-01&to=2100-01-01";
    const headers = { ...authorization, "cache-control": "no-cache" };
    const reply = await fetch(`${url}/api/v1/stats/${id}?${query}`, { headers });
    expect(await reply.json()).toMatchObject({
      data: [{ value: "/", count: 6, visitors: 1, pageviews: 6 }],
    });
  });
});
