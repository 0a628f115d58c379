import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import type { Database } from "../../src/clickhouse/database.ts";
import { bind, sql } from "../../src/clickhouse/sql.ts";
import { stopAll } from "../helpers/clean-up.ts";
import { startFootfall } from "../helpers/footfall.ts";

let db: Database;
beforeAll(async () => {
  ({ db } = (await startFootfall()).server.store);
});
afterAll(stopAll);

const awkward = [
  "",
  "it's",
  "\\",
  "\\'",
  "a\tb",
  "a\nb",
  "a\r\nb",
  "{p1:String}",
  "ä&=+%20?",
  "😀",
];

test.each(awkward)("the value %j comes back as it is", async (value) => {
  const rows = await db.rows(
    sql`SELECT ${bind("String", value)} AS text, ${bind("Array(String)", [value, value])} AS list`,
  );

  expect(rows).toEqual([{ text: value, list: [value, value] }]);
});

test("values may be longer than a URL", async () => {
  const values = Array.from(
    { length: 2_000 },
    (_, i) => `value ${i}, it's "long" – ${"x".repeat(30)}`,
  );
  const rows = await db.rows(sql`
    SELECT arrayJoin(${bind("Array(String)", values)}) AS value, ${bind("String", "\\")} AS other`);

  expect(rows).toEqual(values.map((value) => ({ value, other: "\\" })));
});

test("no rows are an empty list", async () => {
  expect(await db.rows(sql`SELECT 1 WHERE false`)).toEqual([]);
});

test("counts are numbers, and decimal numbers are texts, in lists, too", async () => {
  const amount = sql`CAST('12345678901234567890.120' AS Decimal(38, 3))`;
  const rows = await db.rows(sql`
    SELECT
      toUInt64(7) AS count,
      ${amount} AS amount,
      CAST([('EUR', ${amount})] AS Array(Tuple(currency String, amount Decimal(38, 3)))) AS sums,
      CAST(NULL AS Nullable(Decimal(38, 3))) AS none`);

  const exact = "12345678901234567890.12";
  expect(rows).toEqual([
    { count: 7, amount: exact, sums: [{ currency: "EUR", amount: exact }], none: null },
  ]);
});

/** Starts a server that ends a connection instead of answering the second request on it. */
async function startHasty(): Promise<{ url: string; sent: () => number }> {
  const asked = new WeakSet<object>();
  let requests = 0;
  const server = createServer(({ socket }, reply) => {
    requests += 1;
    if (asked.has(socket)) {
      socket.resetAndDestroy();
      return;
    }
    asked.add(socket);
    reply.end('{"answer":1}\n');
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://footfall:word@127.0.0.1:${port}/default`, sent: () => requests };
}

test("a query is sent again if the idle connection that it got had just ended", async () => {
  const { url, sent } = await startHasty();
  const client = new ClickHouse();
  await client.use(url);
  onTestFinished(() => client.use(undefined));

  expect(await client.rows(sql`SELECT 1 AS answer`)).toEqual([{ answer: 1 }]);
  expect(await client.rows(sql`SELECT 1 AS answer`)).toEqual([{ answer: 1 }]);
  expect(sent()).toBe(3);
});

test.each([
  ["http://", "default:"],
  ["http://us%3Aer:p%40ss%2F@", "us:er:p@ss/"],
])("%s… logs in as %s", async (beginning, user) => {
  let authorization: string | undefined;
  let path: string | undefined;
  const server = createServer(({ headers, url }, reply) => {
    ({ authorization } = headers);
    path = url;
    reply.end("");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const client = new ClickHouse();
  const { port } = server.address() as AddressInfo;
  await client.use(`${beginning}127.0.0.1:${port}/statistics`);
  onTestFinished(() => client.use(undefined));
  await client.rows(sql`SELECT 1`);

  expect(authorization).toBe(`Basic ${Buffer.from(user).toString("base64")}`);
  expect(path).toMatch(/^\/\?(.*&)?database=statistics&/);
});

test("an answer that is no rows, and one that breaks off, mean that there is no store", async () => {
  let answers = 0;
  const server = createServer((_request, reply) => {
    answers += 1;
    if (answers === 1) reply.end("<html>");
    else
      reply
        .writeHead(200, { "content-length": 100 })
        .write('{"answer":1}\n', () => reply.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const client = new ClickHouse();
  await client.use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => client.use(undefined));

  for (let asked = 0; asked < 2; asked += 1) {
    await expect(client.rows(sql`SELECT 1`)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  }
  expect(answers).toBe(2);
});

test("a query under way ends when the store is known to be away", async () => {
  let requests = 0;
  const server = createServer((_request, reply) => {
    requests += 1;
    if (requests === 1) reply.end('{"answer":1}\n');
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = new ClickHouse();
  await client.use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await client.rows(sql`SELECT 1`);

  const unanswered = client.rows(sql`SELECT 1`);
  unanswered.catch(() => {});
  await once(server, "request");
  await client.use(undefined);

  await expect(unanswered).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect(requests).toBe(2);
});
