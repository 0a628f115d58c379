import { afterAll, beforeAll, expect, test } from "vitest";

import type { Database } from "../../../src/clickhouse/database.ts";
import { render } from "../../../src/clickhouse/sql.ts";
import { type Fakes, startApp, type TestApp } from "../../helpers/app.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";
import { endless, runningEndless } from "../../helpers/slow-query.ts";

const authorization = `Bearer ${apiKey}`;
const headers = { authorization };
const days = "from=2026-11-01&to=2026-11-20";
const queries = [`/api/v1/stats/7?name=browser&${days}`, `/api/v1/websites/7/intake?${days}`];

let db: Database;
beforeAll(async () => {
  ({ db } = (await shareFootfall()).server.store);
});
afterAll(stopAll);

/**
 * Starts an application whose queries never end by themselves; `name` tells them from others.
 */
function startEndless(name: string, capacity: Fakes["capacity"] = {}): Promise<TestApp> {
  // One endless query for each of them: the roll-ups are read beside it.
  const rows: Fakes["rows"] = async (query, given) =>
    render(query).query.includes("FROM rollup_days") ? [] : db.rows(endless(name), given);
  return startApp({ rows, capacity });
}

const running = (name: string, count: number) =>
  eventually(async () => expect(await runningEndless(db, name)).toBe(count));

test.each(queries)("when the client goes away, %s ends in ClickHouse", async (path) => {
  const name = `left by fetch ${path.slice(0, 13)}`;
  const { app, url } = await startEndless(name);
  const client = new AbortController();
  const reply = fetch(`${url}${path}`, { headers, signal: client.signal });
  await running(name, 1);
  client.abort();

  await expect(reply).rejects.toThrow();
  await running(name, 0);
  expect(Object.values(app.refusals).reduce((sum, count) => sum + count)).toBe(0);
});

test("queries of one connection all end when that does, also those behind others", async () => {
  const { connect } = await startEndless("pipelined");
  const socket = await connect();
  // Identical queries would be one.
  const request = (search: string) =>
    `GET ${queries[0]}&search=${search} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
  socket.write(["a", "b", "c"].map(request).join(""));
  await running("pipelined", 3);
  socket.destroy();

  await running("pipelined", 0);
});

test("a request without a connection can be given up", async () => {
  const { app } = await startEndless("injected");
  const client = new AbortController();
  const reply = app.inject({ url: queries[0] ?? "", headers, signal: client.signal });
  const ended = expect(reply).rejects.toThrow();
  await running("injected", 1);
  client.abort();

  await ended;
  await running("injected", 0);
});

test.each(queries)("past its time, %s is 503, says what to narrow, and ends", async (path) => {
  const name = `too long ${path.slice(0, 13)}`;
  const { url } = await startEndless(name, { timeMsMax: 200 });
  const reply = await fetch(`${url}${path}`, { headers });

  expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await reply.json()).toEqual({
    status: 503,
    code: "QUERY_TOO_LONG",
    message: "The query takes too long, use fewer days or no search",
  });
  await running(name, 0);
});
