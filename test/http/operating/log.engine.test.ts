import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";

import { readConfig } from "../../../src/base/config.ts";
import { sql } from "../../../src/clickhouse/sql.ts";
import { type Footfall, serve } from "../../../src/server/serve.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { testServer } from "../../helpers/test-server.ts";

const embedded = testServer() === undefined;
const ip = "203.0.113.77";
const peer = "127.0.0.77";
const agent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.9876.54 Safari/537.36";
const wrongKey = "unmistakable-wrong-key";

let directory: string;
let running: Footfall;
let log = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "footfall-log-"));
  const env = { PORT: "0", DATA_DIR: directory, API_KEYS: apiKey, TRUST_PROXY: "true" };
  const destination = {
    write(line: string) {
      log += line;
    },
  };
  running = await serve(readConfig(env), pino({ level: "trace" }, destination));
});
afterAll(async () => {
  await running.stop().catch(() => {});
  await rm(directory, { recursive: true, force: true });
});

/**
 * Sends a request as a visitor with an address and an agent of its own; resolves with the answer.
 */
async function send(start: string, body = "", key = apiKey): Promise<string> {
  const socket = connect({
    port: Number(new URL(running.url).port),
    host: "127.0.0.1",
    localAddress: peer,
  });
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => {
    answer += text;
  });
  socket.on("error", () => {});
  socket.write(
    `${start} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nUser-Agent: ${agent}\r\nX-Forwarded-For: ${ip}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await once(socket, "close");
  return answer.slice(9, 12);
}

test.runIf(embedded)("at level trace the log holds no address, agent or key", async () => {
  const event = JSON.stringify({ d: "log.test", n: "pageview", u: "https://log.test/" });
  const statuses = [
    await send("POST /api/v1/websites", JSON.stringify({ domain: "log.test" })),
    await send("POST /api/event", event),
    await send("POST /api/event", "{"),
    await send("POST /api/event", JSON.stringify({ d: "no.test", u: "https://no.test/" })),
    await send("GET /api/v1/websites", "", wrongKey),
    await send("GET /api/v1/websites?per_page=3"),
    await send("GET /api/v1/nothing"),
    await send("GET /%zz"),
    await send("GET /health"),
    await send("GET /x y z"),
    await send(`GET /api/v1/websites?x=${"x".repeat(20_000)}`),
  ];
  await running.store.db.run(sql`DROP TABLE websites SYNC`);
  statuses.push(await send("PATCH /api/v1/websites/1", JSON.stringify({ email: 1 })));
  await running.store.close();
  statuses.push(await send("PATCH /api/v1/websites/1", JSON.stringify({ email: 1 })));
  statuses.push(await send("POST /api/event", event));

  expect(statuses.join(" ")).toBe("201 202 422 404 401 422 404 404 200 400 431 500 503 202");
  expect(log).toContain("request failed");
  for (const secret of [ip, peer, "Mozilla", "126.0.9876.54", apiKey, wrongKey]) {
    expect(log).not.toContain(secret);
  }
});
