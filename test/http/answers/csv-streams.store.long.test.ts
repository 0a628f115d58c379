import { once } from "node:events";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";

import { Problem } from "../../../src/base/errors.ts";
import type { Database } from "../../../src/clickhouse/database.ts";
import { sql } from "../../../src/clickhouse/sql.ts";
import { type Fakes, startApp } from "../../helpers/app.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";
import { endless, runningEndless } from "../../helpers/slow-query.ts";

const authorization = `Bearer ${apiKey}`;
const headers = { authorization, accept: "text/csv" };
const path = "/api/v1/stats/7?name=page&from=2026-11-01&to=2026-11-20";
const header = "value,count,visitors,pageviews,engagement_seconds,scroll_depth\r\n";
/** One day with an event, so that there is data to query. */
const rows = async () => [{ date: "2026-11-10", events: 1 }] as never[];

let db: Database;
beforeAll(async () => {
  ({ db } = (await shareFootfall()).server.store);
});
afterAll(stopAll);

/** Starts an application whose answers continue until the test ends them. */
async function startStreaming(fakes: Fakes = {}) {
  const streams: Readable[] = [];
  let pulledBytes = 0;
  const csv = async () => {
    const chunk = Buffer.alloc(65_536, "x");
    const stream = new Readable({
      read() {
        pulledBytes += chunk.length;
        setImmediate(() => this.push(chunk));
      },
    });
    streams.push(stream);
    return stream;
  };
  const app = await startApp({ rows, csv, ...fakes });
  const open = () => streams.filter(({ destroyed }) => !destroyed);
  return { ...app, streams, open, pulled: () => pulledBytes };
}

test("a client that does not read has nothing more read for it, and ends its answer when it leaves", async () => {
  const { connect, open, pulled } = await startStreaming();
  const socket = await connect();
  socket.pause();
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/csv\r\nAuthorization: ${authorization}\r\n\r\n`,
  );
  await eventually(async () => expect(open()).toHaveLength(1));
  let before = -1;
  await eventually(async () => {
    const earlier = before;
    before = pulled();
    expect(before).toBe(earlier);
  });
  expect(pulled()).toBeLessThan(64 * 1024 ** 2);

  socket.destroy();
  await eventually(async () => expect(open()).toHaveLength(0));
});

test("a viewer who reads slowly is cut off when the time is over, and makes room for others", async () => {
  const capacity = { sendMsMax: 300 };
  const { url, streams, open } = await startStreaming({
    capacity,
    websites: [{ privacy: "public" }],
  });
  const address = `${url}/shared/example.com/stats${path.slice(path.indexOf("?"))}`;
  const slow = await Promise.all(
    Array.from({ length: 4 }, () => fetch(address, { headers: { accept: "text/csv" } })),
  );
  const next = fetch(address, { headers: { accept: "text/csv" } });
  for (const reply of slow) await expect(reply.arrayBuffer()).rejects.toThrow();

  expect((await next).status).toBe(200);
  expect(streams).toHaveLength(5);
  await eventually(async () => expect(open()).toHaveLength(0));
});

test("answers of one connection all end when that does, also those behind others", async () => {
  const { connect, open } = await startStreaming();
  const socket = await connect();
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/csv\r\nAuthorization: ${authorization}\r\n\r\n`;
  socket.write(request.repeat(3));
  await eventually(async () => expect(open()).toHaveLength(3));
  socket.destroy();

  await eventually(async () => expect(open()).toHaveLength(0));
});

test("eight answers are read at once, and the next has its turn when one has ended", async () => {
  const { url, streams, open } = await startStreaming();
  const clients = await Promise.all(
    Array.from({ length: 8 }, () => fetch(`${url}${path}`, { headers })),
  );
  const ninth = fetch(`${url}${path}`, { headers });
  // Other queries do not wait for them.
  expect((await fetch(`${url}${path}&page=0`, { headers })).status).toBe(422);
  expect((await fetch(`${url}${path}`, { method: "HEAD", headers })).status).toBe(200);
  expect(streams).toHaveLength(8);

  open()[0]?.push(null);
  expect((await ninth).status).toBe(200);
  expect(streams).toHaveLength(9);
  await Promise.all([...clients, await ninth].map(({ body }) => body?.cancel().catch(() => {})));
  await eventually(async () => expect(open()).toHaveLength(0));
});

test("an answer that breaks off does not look complete", async () => {
  const csv = async () => {
    const stream = new Readable({ read() {} });
    stream.push('"a",1,1,1\r\n');
    return stream.once("resume", () => setImmediate(() => stream.destroy(new Error("gone"))));
  };
  const { url } = await startApp({ rows, csv });
  const reply = await fetch(`${url}${path}`, { headers });

  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
});

test("an answer that the store cannot give is an error from its first byte on", async () => {
  const { url, app } = await startApp({
    rows,
    csv: (_query, limits) => db.csv(endless("csv too long"), limits),
    capacity: { timeMsMax: 300 },
  });
  const reply = await fetch(`${url}${path}`, { headers });

  expect([
    reply.status,
    reply.headers.get("etag"),
    reply.headers.get("content-disposition"),
  ]).toEqual([503, null, null]);
  expect(await reply.json()).toMatchObject({ code: "QUERY_TOO_LONG" });
  expect(app.refusals.QUERY_TOO_LONG).toBe(1);
  expect(await runningEndless(db, "csv too long")).toBe(0);
});

test("a client that leaves before its answer ends the question in ClickHouse", async () => {
  const { url } = await startApp({
    rows,
    csv: (_query, limits) => db.csv(endless("csv left"), limits),
  });
  const client = new AbortController();
  const reply = fetch(`${url}${path}`, { headers, signal: client.signal });
  await eventually(async () => expect(await runningEndless(db, "csv left")).toBe(1));
  client.abort();

  await expect(reply).rejects.toThrow();
  await eventually(async () => expect(await runningEndless(db, "csv left")).toBe(0));
});

test("a client that leaves in the middle lets ClickHouse forget the rest", async () => {
  const large = sql`SELECT number, 'endless csv half read' AS text FROM numbers(2000000)`;
  const { url } = await startApp({ rows, csv: (_query, limits) => db.csv(large, limits) });
  const client = new AbortController();
  const reply = await fetch(`${url}${path}`, { headers, signal: client.signal });
  const { value } = (await reply.body?.getReader().read()) ?? {};
  expect(
    Buffer.from(value ?? [])
      .toString()
      .slice(0, header.length),
  ).toBe(header);
  expect(await runningEndless(db, "csv half read")).toBe(1);
  client.abort();

  await eventually(async () => expect(await runningEndless(db, "csv half read")).toBe(0));
});

test("an answer that is larger than its share of the disk is refused", async () => {
  const { signal } = new AbortController();
  const limits = {
    signal,
    deadlineMs: performance.now() + 60_000,
    memoryBytesMax: 20_000_000,
    threadsMax: 1,
  };

  await expect(
    db.csv(sql`SELECT number, number, number FROM numbers(20000000)`, limits),
  ).rejects.toThrow(new Problem("QUERY_TOO_LARGE"));
  const stream = await db.csv(sql`SELECT NULL AS none, 'a"b' AS text`, limits);
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(stream, "end");
  expect(Buffer.concat(chunks).toString()).toBe(',"a""b"\r\n');
});
