import { once } from "node:events";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { expect, test } from "vitest";

import { Problem } from "../../src/errors.ts";
import type { Database, QueryLimits } from "../../src/store/database.ts";
import { render, type Sql } from "../../src/store/sql.ts";
import { type Fakes, startApp } from "../helpers/app.ts";
import { apiKey, eventually } from "../helpers/footfall.ts";
import { columns } from "./files.ts";

const authorization = `Bearer ${apiKey}`;
const headers = { authorization };
const path = "/api/v1/websites/7/events?from=2026-11-01&to=2026-11-20";
const stats = "/api/v1/stats/7?name=page&from=2026-11-01&to=2026-11-20&filter[browser]=Chrome";
const header = `${columns.join(",")}\r\n`;

/** The days with events, and how many events each has. */
const oneDay = [{ date: "2026-11-10", events: 1 }];

/** Returns the answer to the question which days have events. */
function countsOf(days: readonly object[]): never[] {
  return days.map((day) => ({ ...day, rollupId: "", gone: 1 })) as never[];
}

function textOf(query: Sql): string {
  return render(query).query;
}

/** Starts an application whose website has these days, and an export whose pieces tests write. */
async function startExporting({
  days = oneDay,
  stream,
  rows,
  ...fakes
}: Fakes & { readonly days?: readonly object[] } = {}) {
  const statements: { readonly query: Sql; readonly limits: QueryLimits; stream: Readable }[] = [];
  const endless: Database["stream"] = async () => {
    const chunk = Buffer.alloc(65_536, "x");
    return new Readable({
      read() {
        setImmediate(() => this.push(chunk));
      },
    });
  };
  const app = await startApp({
    rows: async (query, limits) => {
      if (rows !== undefined) return rows(query, limits);
      return textOf(query).includes("'' AS rollupId") ? countsOf(days) : [];
    },
    stream: async (query, format, limits) => {
      const piece = await (stream ?? endless)(query, format, limits);
      statements.push({ query, limits, stream: piece });
      return piece;
    },
    ...fakes,
  });
  const open = () => statements.filter(({ stream: each }) => !each.destroyed);
  return { ...app, statements, open };
}

function pieceOf(text: string): () => Promise<Readable> {
  return async () => Readable.from([Buffer.from(text)]);
}

test("pieces follow each other, behind one header in CSV", async () => {
  const days = [
    { date: "2026-11-01", events: 200_000 },
    { date: "2026-11-02", events: 600_000 },
    { date: "2026-11-03", events: 1 },
  ];
  const texts = ["a\r\n", "b\r\n", "c\r\n", "d\r\n", "e\r\n"];
  const { url, statements } = await startExporting({
    days,
    stream: () => pieceOf(texts[statements.length] ?? "")(),
  });
  const reply = await fetch(`${url}${path}`, { headers: { ...headers, accept: "text/csv" } });

  expect(await reply.text()).toBe(header + texts.join(""));
  expect(statements).toHaveLength(5);
  expect(new Set(statements.map(({ limits }) => limits.threadsMax))).toEqual(new Set([1]));
});

test("a client that reads nothing is cut off, and makes room for the one that waits", async () => {
  const { url, connect, open } = await startExporting({ capacity: { pauseMsMax: 300 } });
  const socket = await connect();
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
  await eventually(async () => expect(open()).toHaveLength(1));
  const [first] = open();
  const client = new AbortController();
  const second = await fetch(`${url}${path}`, { headers, signal: client.signal });

  expect(second.status).toBe(200);
  expect(first?.stream.destroyed).toBe(true);
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    received = (received + text).slice(-10);
  });
  socket.on("error", () => {}).resume();
  await once(socket, "close");
  expect(received).not.toContain("0\r\n\r\n");
  client.abort();
  await eventually(async () => expect(open()).toHaveLength(0));
});

test("a client that pauses for less is not cut off", async () => {
  const { url, open } = await startExporting({ capacity: { pauseMsMax: 10_000 } });
  const reply = await fetch(`${url}${path}`, { headers });
  const reader = reply.body?.getReader();
  for (let read = 0; read < 3; read += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await reader?.read())?.done).toBe(false);
  }
  expect(open()).toHaveLength(1);
  await reader?.cancel();
  await eventually(async () => expect(open()).toHaveLength(0));
});

test("one export is read at a time, and reports and CSV go on meanwhile", async () => {
  // So many events make the report a heavy query.
  const days = [{ date: "2026-11-10", events: 200_000 }];
  const { url, statements } = await startExporting({ days, capacity: { heavyMax: 1 } });
  const client = new AbortController();
  const first = await fetch(`${url}${path}`, { headers, signal: client.signal });
  const second = fetch(`${url}${path}`, { headers });
  for (const accept of ["application/json", "text/csv"]) {
    const reply = await fetch(`${url}${stats}`, { headers: { ...headers, accept } });
    expect([reply.status, (await reply.text()).length > 0]).toEqual([200, true]);
  }
  expect((await fetch(`${url}${path}`, { headers, method: "HEAD" })).status).toBe(200);
  expect([first.status, statements.length]).toEqual([200, 1]);

  client.abort();
  const reply = await second;
  expect([reply.status, statements.length]).toEqual([200, 2]);
  await reply.body?.cancel();
});

test("a client that leaves while its export waits, or is read, ends it", async () => {
  const { app, url, open, statements } = await startExporting();
  const connections = promisify(app.server.getConnections.bind(app.server));
  const clients = [new AbortController(), new AbortController()];
  await fetch(`${url}${path}`, { headers, signal: clients[0]?.signal ?? null });
  const second = fetch(`${url}${path}`, { headers, signal: clients[1]?.signal ?? null });
  const left = expect(second).rejects.toThrow();
  await eventually(async () => expect(await connections()).toBe(2));
  clients[1]?.abort();
  await left;
  await eventually(async () => expect(await connections()).toBe(1));
  clients[0]?.abort();

  await eventually(async () => expect(open()).toHaveLength(0));
  await (await fetch(`${url}${path}`, { headers })).body?.cancel();
  expect(statements).toHaveLength(2);
});

test.each([
  ["its first piece", [new Problem("QUERY_TOO_LONG")], 503],
  ["a later piece", [pieceOf("first\n"), new Problem("QUERY_TOO_LONG")], 200],
])("an error of %s never looks like an end", async (_which, pieces, status) => {
  const left = [...pieces];
  const { url, app } = await startExporting({
    days: [
      { date: "2026-11-01", events: 250_000 },
      { date: "2026-11-02", events: 1 },
    ],
    stream: async () => {
      const piece = left.shift();
      if (typeof piece === "function") return piece();
      throw piece;
    },
  });
  const reply = await fetch(`${url}${path}`, { headers });

  expect(reply.status).toBe(status);
  if (status === 200) await expect(reply.text()).rejects.toThrow();
  else expect(await reply.json()).toMatchObject({ code: "QUERY_TOO_LONG" });
  expect(reply.headers.has("content-disposition")).toBe(status === 200);
  expect(app.refusals.QUERY_TOO_LONG).toBe(status === 200 ? 0 : 1);
  // The place is free again.
  left.push(pieceOf("a\n"), pieceOf("b\n"));
  expect(await (await fetch(`${url}${path}`, { headers })).text()).toBe("a\nb\n");
});

test("an export breaks off if its events were deleted while it was read", async () => {
  let isDeleted = false;
  const { url } = await startExporting({
    rows: async (query) => {
      const text = textOf(query);
      if (text.includes("first_day"))
        return (isDeleted ? [{ first_day: "2026-12-01" }] : []) as never[];
      return text.includes("'' AS rollupId") ? countsOf(oneDay) : [];
    },
    stream: () => {
      isDeleted = true;
      return pieceOf("event\n")();
    },
  });
  const reply = await fetch(`${url}${path}`, { headers });

  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
  expect((await fetch(`${url}${path}`, { headers })).status).toBe(422);
});

test.each([
  ["begun", { rollupId: "undo", gone: 2 }],
  ["ended", undefined],
])("an export breaks off if the undo of an import has %s meanwhile", async (_how, removal) => {
  let isUndone = false;
  const { url } = await startExporting({
    rows: async (query) => {
      if (!textOf(query).includes("'' AS rollupId")) return [];
      if (!isUndone) return countsOf(oneDay);
      if (removal === undefined) return [];
      const undone = oneDay.map((day) => ({ ...day, ...removal }));
      return [...countsOf(oneDay), ...undone] as never[];
    },
    stream: () => {
      isUndone = true;
      return pieceOf("event\n")();
    },
  });
  const reply = await fetch(`${url}${path}`, { headers });

  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
});

test("an export that waits too long for another one is refused", async () => {
  const { url } = await startExporting({ capacity: { exportWaitMsMax: 100 } });
  const client = new AbortController();
  await fetch(`${url}${path}`, { headers, signal: client.signal });
  const reply = await fetch(`${url}${path}`, { headers });

  expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await reply.json()).toMatchObject({ code: "OVERLOADED" });
  client.abort();
});
