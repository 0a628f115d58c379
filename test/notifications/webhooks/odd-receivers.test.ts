import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";

import { post } from "../../../src/notifications/webhooks/post.ts";
import { cleanUp } from "../../helpers/clean-up.ts";

const own = { body: "{}", deliveryId: "d-1", secret: "" };
/** The limit of calls that only a limit ends. */
const shortMs = 100;
const noAnswer = "there was no answer within 0.1 seconds";

/** Starts a server that does this with each connection that sends something. Returns its port. */
async function listen(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function call(port: number, timeoutMs?: number, protocol = "http"): Promise<void> {
  const url = `${protocol}://127.0.0.1:${port}/`;
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  return post({ ...own, url }, { allowsPrivate: true, now: Date.now, ...limit });
}

/** Writes the text again and again, as long as the connection lasts. */
async function repeat(socket: Socket, text: string): Promise<void> {
  while (!socket.destroyed) {
    socket.write(text);
    await turn();
  }
}

test.each<[string, string, string]>([
  [
    "switches to another protocol",
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "the answer was 101",
  ],
  [
    "switches, and talks on",
    `HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n${"x".repeat(100_000)}`,
    "the answer was 101",
  ],
  ["switches to nothing", "HTTP/1.1 101 Switching Protocols\r\n\r\n", "the answer was 101"],
  ["begins a line", "HTTP/1.1 2", noAnswer],
  ["begins a head", "HTTP/1.1 200 OK\r\nX-A: ", noAnswer],
  ["begins a body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc", noAnswer],
  ["begins a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc", noAnswer],
  ["is early, and says nothing else", "HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n", noAnswer],
  ["has a head without an end", `HTTP/1.1 200 OK\r\nX-A: ${"a".repeat(100_000)}`, "Parse Error"],
  ["speaks no HTTP", "220 mail.example.com ESMTP\r\n", "Parse Error"],
])("a call ends where the receiver %s", async (_name, text, problem) => {
  const port = await listen((socket) => socket.write(text));

  const limit = problem === noAnswer ? shortMs : undefined;
  await expect(call(port, limit)).rejects.toThrow(problem);
});

test.each<[string, string]>([
  ["answers that are none", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"],
  ["early hints", "HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n"],
])("a call ends where %s come without end", async (_name, text) => {
  const port = await listen((socket) => void repeat(socket, text));

  await expect(call(port, shortMs)).rejects.toThrow(noAnswer);
});

test.each<[string, string, (socket: Socket) => void]>([
  ["without an answer", "", (socket) => socket.destroy()],
  ["politely without an answer", "", (socket) => socket.end()],
  ["within a head", "HTTP/1.1 200 OK\r\nX-A: ", (socket) => socket.end()],
  [
    "after a head",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
    (socket) => socket.resetAndDestroy(),
  ],
  ["within a body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc", (socket) => socket.end()],
  ["after an early answer", "HTTP/1.1 103 Early Hints\r\n\r\n", (socket) => socket.end()],
])("a call ends where the connection does, %s", async (_name, text, close) => {
  const port = await listen((socket) => socket.write(text, () => close(socket)));

  await expect(call(port)).rejects.toThrow(/socket hang up|aborted|closed|ECONNRESET|Parse Error/);
});

test("a call ends where TLS never begins", async () => {
  const port = await listen(() => {});

  await expect(call(port, shortMs, "https")).rejects.toThrow(noAnswer);
});

test("an answer that offers another protocol is an answer", async () => {
  const head =
    "HTTP/1.1 200 OK\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n";
  const port = await listen((socket) => socket.write(`${head}ok`));

  await call(port);
});
