import { once } from "node:events";
import { expect, test } from "vitest";

import { readToEnd, startApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

const mebibyte = 1024 ** 2;

function head(path: string, length: string, connection: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
}

/** Resolves with the text that a client reads after it has sent everything. */
async function sendAll(start: string, body: Buffer): Promise<string> {
  const { connect } = await startApp({});
  const socket = (await connect()).pause();
  socket.write(start);
  const sent = new Promise<void>((resolve) => socket.write(body, () => resolve()));
  await Promise.race([sent, once(socket, "close")]);
  return readToEnd(socket.resume());
}

test.each(["/api/event", "/api/v1/websites", "/api/v1/websites/7/events"])(
  "who sends all of a body that is much too large to %s reads 413 afterwards",
  async (path) => {
    const body = Buffer.alloc(12 * mebibyte, "x");
    const length = `Content-Length: ${body.length}`;

    for (const connection of ["keep-alive", "close"]) {
      const answer = await sendAll(head(path, length, connection), body);
      expect(answer).toMatch(/^HTTP\/1\.1 413 .*"BODY_TOO_LARGE"/s);
    }
  },
);

test("who sends it in chunks does, too", async () => {
  const bytes = 12 * mebibyte;
  const body = Buffer.from(`${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n0\r\n\r\n`);
  const answer = await sendAll(head("/api/event", "Transfer-Encoding: chunked", "close"), body);

  expect(answer).toMatch(/^HTTP\/1\.1 413 .*"BODY_TOO_LARGE"/s);
});

test("who announces more than anybody sends by mistake is not heard to the end", async () => {
  const { connect } = await startApp({});
  const socket = await connect();
  socket.write(`${head("/api/event", `Content-Length: ${16 * mebibyte + 1}`, "keep-alive")}x`);

  expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 413 .*"BODY_TOO_LARGE"/s);
});

test("who sends more than that in chunks is cut off", async () => {
  const { connect } = await startApp({});
  const socket = await connect();
  socket.write(head("/api/event", "Transfer-Encoding: chunked", "keep-alive"));
  const bytes = 17 * mebibyte;
  socket.write(`${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`);

  // A client that is cut off while it writes may hear of nothing but that.
  await readToEnd(socket).catch(() => "");
  expect(socket.destroyed).toBe(true);
});

test("who does not send what is announced is told 408", async () => {
  const limits = { headersTimeoutMs: 200, requestTimeoutMs: 200, checkIntervalMs: 50 };
  const { connect } = await startApp({ limits });
  const socket = await connect();
  socket.write(`${head("/api/event", `Content-Length: ${mebibyte}`, "keep-alive")}x`);

  expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 408 .*"REQUEST_TIMEOUT"/s);
});
