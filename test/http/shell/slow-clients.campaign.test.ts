import { once } from "node:events";
import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";

import { readToEnd, startApp } from "../../helpers/app.ts";
import { eventually } from "../../helpers/eventually.ts";

/** So short that a test can wait for them; the default ones are longer by the same logic. */
const impatient = { headersTimeoutMs: 200, requestTimeoutMs: 400, checkIntervalMs: 50 };
const head = "POST /api/event HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n";

function openConnections(app: FastifyInstance): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
}

test("a client that sends nothing, or no end of headers or body, gets 408 and is cut off", async () => {
  const { connect } = await startApp({ limits: impatient });
  const [idle, slow, half] = [await connect(), await connect(), await connect()];
  const writing = setInterval(() => slow.write("x"), 20);
  slow.write(`${head}X: `);
  half.write(`${head}Content-Length: 10\r\n\r\n12345`);
  const answers = await Promise.all([idle, slow, half].map(readToEnd));
  clearInterval(writing);

  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 .*"REQUEST_TIMEOUT"/s);
});

test("a client that sends more after the 408 and never closes is cut off all the same", async () => {
  const { app, url } = await startApp({ limits: impatient });
  const { port, hostname } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on("error", () => {}).resume();
  await once(socket, "connect");
  socket.write(`${head}X: `);
  const writing = setInterval(() => socket.write("x"), 20);
  await once(socket, "end");

  await eventually(async () => expect(await openConnections(app)).toBe(0));
  clearInterval(writing);
  socket.destroy();
});

test("a client that sends nothing after an answer is cut off without a word", async () => {
  const { connect } = await startApp({ limits: { keepAliveTimeoutMs: 100 } });
  const socket = await connect();
  socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");

  expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 200 .*\{"status":"ok"\}$/s);
});

test("a client that sends request after request and reads no answer is cut off", async () => {
  const { app, connect } = await startApp({
    limits: { silenceTimeoutMs: 300, unansweredMax: 10_000 },
  });
  const socket = (await connect()).pause();
  const request = "OPTIONS /api/event HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_000);
  // Until the buffers of both sides are full and nothing moves.
  for (let i = 0; i < 200 && !socket.destroyed; i += 1) socket.write(request);

  await eventually(async () => {
    expect(await openConnections(app)).toBe(0);
  });
});

test("connections beyond the limit are closed at once, and earlier ones stay open", async () => {
  const { connect } = await startApp({ limits: { connectionsMax: 2 } });
  const [first] = [await connect(), await connect()];
  const third = await connect();
  if (!third.closed) await once(third.resume(), "close");

  first?.write("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(first && (await readToEnd(first))).toMatch(/^HTTP\/1\.1 200 /);
});
