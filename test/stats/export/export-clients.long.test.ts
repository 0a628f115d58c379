import { once } from "node:events";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { authorization, headers, path, startExporting } from "./exporting.ts";

const stats = "/api/v1/stats/7?name=page&from=2026-11-01&to=2026-11-20&filter[browser]=Chrome";

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
  const hour = await startExporting({ capacity: { pauseMsMax: 3_600_000 } });
  const moment = await startExporting({ capacity: { pauseMsMax: 300 } });
  const { url, open } = hour;
  const [reply, other] = await Promise.all(
    [url, moment.url].map((each) => fetch(`${each}${path}`, { headers })),
  );
  const reader = reply?.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  // The pause is too long for the other one.
  await eventually(() => expect(moment.open()).toEqual([]));
  await expect(other?.text()).rejects.toThrow();

  expect((await reader?.read())?.done).toBe(false);
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
  const first = await fetch(`${url}${path}`, { headers, signal: clients[0]?.signal ?? null });
  const second = fetch(`${url}${path}`, { headers, signal: clients[1]?.signal ?? null });
  const left = expect(second).rejects.toThrow();
  await eventually(async () => expect(await connections()).toBe(2));
  clients[1]?.abort();
  await left;
  await eventually(async () => expect(await connections()).toBe(1));
  clients[0]?.abort();
  // An answer that nobody refers to any more may be garbage, whose connection is closed.
  await expect(first.text()).rejects.toThrow();

  await eventually(async () => expect(open()).toHaveLength(0));
  await (await fetch(`${url}${path}`, { headers })).body?.cancel();
  expect(statements).toHaveLength(2);
});
