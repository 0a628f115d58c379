import { expect, test } from "vitest";

import { render, type Sql } from "../../../src/clickhouse/sql.ts";
import { readToEnd, startApp } from "../../helpers/app.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey } from "../../helpers/footfall.ts";

const authorization = `Bearer ${apiKey}`;
const never = () => new Promise<never>(() => {});

async function outcomeOf(reply: Response) {
  const { code } = (await reply.json()) as { code?: string };
  return [reply.status, code, reply.headers.get("retry-after")];
}

const overloaded = [503, "OVERLOADED", "2"];

test("events beyond those that wait for the disk are refused, also on one connection", async () => {
  let underWay = 0;
  const collect = () => {
    underWay += 1;
    return never();
  };
  const { url, connect } = await startApp({ collect, limits: { unansweredMax: 20_000 } });
  const event = JSON.stringify({ d: "example.com", u: "https://example.com/" });
  const socket = await connect();
  const request = `POST /api/event HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${event.length}\r\n\r\n${event}`;
  for (let i = 0; i < 105; i += 1) socket.write(request.repeat(100));

  await eventually(async () => expect(underWay).toBe(10_000));
  const reply = await fetch(`${url}/api/event`, { method: "POST", body: event });
  expect(await outcomeOf(reply)).toEqual(overloaded);
  expect(underWay).toBe(10_000);
});

test("all requests for the health of a silent store share one query", async () => {
  let questions = 0;
  let answer: () => void = () => {};
  const run = () => {
    questions += 1;
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  };
  const { url } = await startApp({ run });
  const asked = await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/health`)));

  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([503]));
  expect(questions).toBe(1);
  // The server asks the store again a second later.
  const next = eventually(async () => expect((await fetch(`${url}/health`)).status).toBe(200));
  await eventually(async () => expect(questions).toBe(2));
  answer();
  await next;
  expect(questions).toBe(2);
});

test("the health of a store that answers is asked for once a second", async () => {
  let questions = 0;
  const run = async () => {
    questions += 1;
  };
  const { url } = await startApp({ run });
  const beganMs = performance.now();
  for (let asked = 0; asked < 100; asked += 1) {
    expect((await fetch(`${url}/health`)).status).toBe(200);
  }
  const seconds = (performance.now() - beganMs) / 1000;

  expect(questions).toBeLessThanOrEqual(1 + Math.ceil(seconds));
  const before = questions;
  await eventually(async () => {
    await fetch(`${url}/health`);
    expect(questions).toBeGreaterThan(before);
  });
});

test("queries beyond those that run and wait are refused", async () => {
  let running = 0;
  const manyEvents = [{ website_id: 7, date: "2026-11-01", events: 1_000_000 }] as never[];
  const rows = (query: Sql) => {
    if (!render(query).query.includes("day_browser")) return Promise.resolve(manyEvents);
    running += 1;
    return never();
  };
  const { url } = await startApp({ rows });
  const path = "/api/v1/stats/7?name=browser&from=2026-11-01&to=2026-11-20";
  // Identical queries would be one.
  const ask = (nth: number) => fetch(`${url}${path}&search=${nth}`, { headers: { authorization } });
  const replies: Response[] = [];
  for (let i = 0; i < 120; i += 1)
    void ask(i).then(
      (reply) => replies.push(reply),
      () => {},
    );

  await eventually(async () => expect(replies.length).toBeGreaterThanOrEqual(12));
  for (const reply of replies) expect(await outcomeOf(reply)).toEqual(overloaded);
  expect(running).toBe(8);
});

test("changes of websites beyond those that wait are refused, and come one at a time", async () => {
  let underWay = 0;
  const append = () => {
    underWay += 1;
    return never();
  };
  const { url } = await startApp({ append });
  const replies: Response[] = [];
  for (let i = 0; i < 105; i += 1) {
    const change = fetch(`${url}/api/v1/websites`, {
      method: "POST",
      headers: { authorization },
      body: new URLSearchParams({ domain: `${i}.example` }),
    });
    void change.then(
      (reply) => replies.push(reply),
      () => {},
    );
  }

  await eventually(async () => expect(replies.length).toBeGreaterThanOrEqual(4));
  for (const reply of replies) expect(await outcomeOf(reply)).toEqual(overloaded);
  expect(underWay).toBe(1);
});

test("bodies in bulk beyond 20 MiB are refused before they are read, until others have ended", async () => {
  const { url, connect } = await startApp({
    // The senders stay under way, however slow the machine is.
    limits: { requestTimeoutMs: 600_000, silenceTimeoutMs: 600_000 },
  });
  const path = "/api/v1/websites/7/events";
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`;
  const large = `${head}Content-Length: ${5 * 1024 ** 2}\r\n\r\n[`;
  const post = () =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: "[]",
    });
  const senders = [await connect(), await connect(), await connect(), await connect()];
  for (const sender of senders.slice(0, 3)) sender.write(large);
  // The length is unknown.
  senders[3]?.write(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n`);

  await eventually(async () => expect(await outcomeOf(await post())).toEqual(overloaded));
  senders[1]?.destroy();
  await eventually(async () => expect((await post()).status).toBe(202));
  // A connection that ended has returned its share once, not twice.
  senders.push(await connect());
  senders[4]?.write(large);
  await eventually(async () => expect(await outcomeOf(await post())).toEqual(overloaded));
  // A connection whose request was answered has returned its share, too.
  senders[3]?.write("1\r\n]\r\n0\r\n\r\n");
  await eventually(async () => expect((await post()).status).toBe(202));
});

test("a body counts while the server works on it, also after its connection has ended", async () => {
  const ends: (() => void)[] = [];
  const take = () =>
    new Promise<{ accepted: number; dropped: Record<string, number> }>((resolve) => {
      ends.push(() => resolve({ accepted: 0, dropped: {} }));
    });
  const { app, url, connect } = await startApp({ take });
  const path = "/api/v1/websites/7/events";
  const headers = { authorization, "content-type": "application/json" };
  const post = () => fetch(`${url}${path}`, { method: "POST", headers, body: "[]" });
  const body = `[${" ".repeat(5 * 1024 ** 2 - 2)}]`;
  const closed = new Promise((resolve) => {
    app.server.once("connection", (next) => next.once("close", resolve));
  });
  const socket = await connect();
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n`;
  const request = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  // The requests come one after the other, and the server works on them together.
  socket.write(request.repeat(4));
  await eventually(() => expect(ends).toHaveLength(4));

  expect(await outcomeOf(await post())).toEqual(overloaded);
  socket.destroy();
  await closed;
  expect(await outcomeOf(await post())).toEqual(overloaded);
  ends[3]?.();
  const answered = post();
  await eventually(() => expect(ends).toHaveLength(5));
  ends[4]?.();
  expect((await answered).status).toBe(202);
});

test("a refused body is not read, and the connection stays open", async () => {
  let release: () => void = () => {};
  const take = () =>
    new Promise<{ accepted: number; dropped: Record<string, number> }>((resolve) => {
      release = () => resolve({ accepted: 0, dropped: {} });
    });
  const { connect } = await startApp({ take });
  const filler = " ".repeat(5 * 1024 ** 2 - 2);
  const head = `POST /api/v1/websites/7/events HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`;
  const request = `${head}Content-Length: ${filler.length + 2}\r\n\r\n[${filler}]`;
  const holders = await Promise.all([connect(), connect(), connect(), connect()]);
  for (const holder of holders) holder.write(request);
  const refused = await connect();
  const answers = readToEnd(refused);
  const last = `${head}Content-Length: 2\r\nConnection: close\r\n\r\n[]`;

  await eventually(async () => expect(release).toBeTypeOf("function"));
  refused.write(`${request}${last}`);
  expect((await answers).match(/"OVERLOADED"/g)).toHaveLength(2);
});
