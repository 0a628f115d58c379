import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";

import { sql } from "../../../src/clickhouse/sql.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey, startFootfall } from "../../helpers/footfall.ts";
import { testServer } from "../../helpers/test-server.ts";

const websites = "/api/v1/websites";
/** A test may take the store away only if it is embedded. */
const embedded = testServer() === undefined;

test("the health needs no key and is not cached", async () => {
  const footfall = await startFootfall();
  const reply = await footfall.request("/health", { key: false });

  expect([reply.status, reply.json]).toEqual([200, { status: "ok" }]);
  expect(reply.headers.get("cache-control")).toBe("private, no-store");
});

test.runIf(embedded)("without a store the health is 503 and says so", async () => {
  const footfall = await startFootfall();
  await footfall.server.store.close();
  const reply = await footfall.request("/health", { key: false });

  expect([reply.status, reply.json.code]).toEqual([503, "STORE_UNAVAILABLE"]);
  expect(reply.headers.get("retry-after")).not.toBeNull();
  expect((await footfall.request("/health", { method: "HEAD" })).status).toBe(503);
});

test("what is wrong with the store itself is 500, and says no more", async () => {
  const footfall = await startFootfall();
  const { id } = await footfall.store("broken.test");
  await footfall.server.store.db.run(sql`DROP TABLE websites SYNC`);

  const options = { method: "PATCH", body: { email: 1 } };
  const reply = await footfall.request(`/api/v1/websites/${id}`, options);

  expect([reply.status, reply.json]).toEqual([
    500,
    { status: 500, code: "INTERNAL", message: "Something went wrong on the server" },
  ]);
});

test.runIf(embedded)(
  "a stop answers what is under way, and what arrives behind it on the same connection",
  async () => {
    const footfall = await startFootfall();
    const { port, hostname } = new URL(footfall.url);
    const socket = connect(Number(port), hostname);
    let answers = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answers += text;
    });
    const head = `Host: x\r\nAuthorization: Bearer ${apiKey}\r\n`;
    const form = `${head}Content-Type: application/x-www-form-urlencoded\r\n`;
    const body = "domain=stop.test";

    socket.write(
      `POST ${websites} HTTP/1.1\r\n${form}Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await eventually(async () => expect(answers).toContain("100 Continue"));
    const stopped = footfall.server.stop();
    await eventually(() => expect(footfall.request("/health")).rejects.toThrow());
    socket.write(`${body}GET ${websites} HTTP/1.1\r\n${head}\r\n`);
    await once(socket, "close");
    await stopped;

    expect(answers).toMatch(/HTTP\/1\.1 201 .*HTTP\/1\.1 200 .*"meta":/s);
  },
);
