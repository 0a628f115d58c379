import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";

import { StartRefused } from "../../src/base/errors.ts";
import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { connectServer } from "../../src/clickhouse/server.ts";
import { sql } from "../../src/clickhouse/sql.ts";
import { testServer } from "../helpers/test-server.ts";

const server = testServer();

async function connect(url: string): Promise<ClickHouse> {
  const clickHouse = new ClickHouse({ requestTimeoutMs: 5_000 });
  onTestFinished(() => clickHouse.use(undefined));
  await connectServer(clickHouse, url);
  return clickHouse;
}

/** Starts a server that gives every request this answer. Returns its host and port. */
async function serverWith(status: number, text: string): Promise<string> {
  const http = createServer((_request, reply) => reply.writeHead(status).end(text));
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void http.close());
  return `127.0.0.1:${(http.address() as AddressInfo).port}`;
}

/** Starts a server that answers like a ClickHouse of this version when asked for its version. */
async function serverOfVersion(version: string): Promise<string> {
  return `http://${await serverWith(200, `${JSON.stringify({ version })}\n`)}`;
}

test.runIf(server !== undefined)("a database that is not there is made", async () => {
  const database = "made_by_footfall";
  const clickHouse = await connect(`${server}/${database}`);

  expect(await clickHouse.rows(sql`SELECT currentDatabase() AS name`)).toEqual([
    { name: database },
  ]);
  await clickHouse.run(sql`DROP DATABASE made_by_footfall`);
});

test("a wrong password is one line that does not hold it", async () => {
  // The server of the tests locks its HTTP interface, so it does not answer as others do.
  const host = await serverWith(
    403,
    "Code: 516. DB::Exception: footfall: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED) (version 26.3.1.896 (official build))\n",
  );

  const refused = connect(`http://footfall:hidden-word@${host}/db`);

  await expect(refused).rejects.toThrow(StartRefused);
  await expect(refused).rejects.toThrow(
    /^CLICKHOUSE_URL: \S+ rejects the user name or the password$/,
  );
});

test("a server that does not answer is one line", async () => {
  const refused = connect("http://footfall:hidden-word@127.0.0.1:9/db");

  await expect(refused).rejects.toThrow(StartRefused);
  await expect(refused).rejects.toThrow(
    /^CLICKHOUSE_URL: 127\.0\.0\.1:9 does not answer \(ECONNREFUSED\)$/,
  );
});

test.each(["26.2.9.1", "25.8.1.1", "9.9.9.9"])(
  "version %s is too old, and the line says which is needed",
  async (version) => {
    const refused = connect(await serverOfVersion(version));

    await expect(refused).rejects.toThrow(StartRefused);
    await expect(refused).rejects.toThrow(`runs ClickHouse ${version}; 26.3 or newer is needed`);
  },
);

test.each(["26.3.1.1", "26.10.1.1", "27.1.1.1"])("version %s will do", async (version) => {
  await expect(connect(await serverOfVersion(version))).resolves.toBeInstanceOf(ClickHouse);
});
