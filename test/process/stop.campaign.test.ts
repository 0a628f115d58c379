import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome } from "../helpers/footfall.ts";
import { expectOrderlyStop, startServer, storeWebsite } from "../helpers/program.ts";

test("SIGINT ends it with 0, and what it acknowledged is there at the next start", async () => {
  await expectOrderlyStop("SIGINT");
});

test("a client that never finishes its request does not hold up the stop", async () => {
  const server = await startServer({ DATA_DIR: await temporaryDirectory() });
  const { port } = new URL(server.url);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {});
  const head = "POST /api/event HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
  await new Promise((written) => socket.write(`${head}content-length: 100\r\n\r\n{`, written));
  expect((await fetch(`${server.url}/health`)).status).toBe(200);

  server.process.kill("SIGTERM");

  expect(await server.exited).toBe(0);
});

test("a connection that is kept open after its last answer does not hold up the stop", async () => {
  const server = await startServer({ DATA_DIR: await temporaryDirectory() });
  await storeWebsite(server.url, "example.com");
  const { port } = new URL(server.url);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  const body = JSON.stringify({ domain: "example.com", url: "https://example.com/" });
  const unfinished = connect(Number(port), "127.0.0.1");
  unfinished.on("error", () => {}).resume();
  await once(unfinished, "connect");
  unfinished.write("POST /api/event HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{");
  const head = `POST /api/event HTTP/1.1\r\nhost: x\r\nuser-agent: ${chrome}\r\ncontent-type: application/json\r\n`;
  socket.write(`${head}content-length: ${body.length}\r\n\r\n${body.slice(0, 1)}`);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);

  server.process.kill("SIGTERM");
  await eventually(() => expect(fetch(`${server.url}/health`)).rejects.toThrow());
  socket.write(body.slice(1));
  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 202 /);

  // The request that is cut off in the end is still open when the other one is closed.
  const ended: string[] = [];
  socket.on("close", () => ended.push("answered"));
  unfinished.on("close", () => ended.push("unfinished"));
  expect(await server.exited).toBe(0);
  await eventually(async () => expect(ended).toEqual(["answered", "unfinished"]));
});
