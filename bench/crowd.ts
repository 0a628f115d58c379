/**
 * Plays thousands of idle or slow clients, in a process of its own. A third of them sends nothing,
 * a third sends its headers byte by byte, and a third sends half a body and no more. The process
 * notes when the server ends each, and with which status.
 */
import { connect, type Socket } from "node:net";

/** The order that the parent sends. */
export interface Crowd {
  readonly url: string;
  readonly connections: number;
}

const kinds = ["idle", "headers byte by byte", "half a body"] as const;
export type Kind = (typeof kinds)[number];

/**
 * Reports to the parent: first when all clients have tried to connect, then when the server has
 * ended all of them.
 */
export type CrowdReport =
  | { readonly event: "there"; readonly connected: number; readonly refused: number }
  | { readonly event: "ended"; readonly kinds: Readonly<Record<Kind, Ended>> };

export interface Ended {
  readonly connections: number;
  /** Seconds after the connection was made. */
  readonly firstS: number;
  readonly lastS: number;
  /** The number of clients by status, or by "closed" if there was none. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/** The most clients that connect at a time, lest the queue of the listening socket overflow. */
const connectingMax = 100;
const byteEveryMs = 1_000;
const bodyBytes = 2_000;

const head = "POST /api/event HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n";
const slowHead = Buffer.from(`${head}X-Filler: ${"x".repeat(1_000)}\r\n\r\n`);
const halfBody = `${head}Content-Length: ${bodyBytes}\r\n\r\n${"x".repeat(bodyBytes / 2)}`;

interface Client {
  readonly kind: Kind;
  readonly socket: Socket;
  readonly startedMs: number;
  endedMs: number | undefined;
  outcome: string;
  sentBytes: number;
}

async function run({ url, connections }: Crowd): Promise<void> {
  const { hostname, port } = new URL(url);
  const clients: Client[] = [];
  let refused = 0;
  for (let i = 0; i < connections; i += connectingMax) {
    const some = Array.from({ length: Math.min(connectingMax, connections - i) }, async (_, j) => {
      const kind = kinds[(i + j) % kinds.length] as Kind;
      const client = await join(kind, Number(port), hostname);
      if (client === undefined) refused += 1;
      else clients.push(client);
    });
    await Promise.all(some);
  }
  report({ event: "there", connected: clients.length, refused });
  await Promise.all(clients.map(({ socket }) => closed(socket)));
  const ended = kinds.map((kind) => [kind, summary(clients.filter((each) => each.kind === kind))]);
  report({ event: "ended", kinds: Object.fromEntries(ended) });
}

/** Resolves when the client is connected, or cannot be. */
function join(kind: Kind, port: number, hostname: string): Promise<Client | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, hostname);
    socket.on("error", () => resolve(undefined));
    socket.on("connect", () => {
      const startedMs = performance.now();
      const client = {
        kind,
        socket,
        startedMs,
        endedMs: undefined,
        outcome: "closed",
        sentBytes: 0,
      };
      behave(client);
      resolve(client);
    });
  });
}

function behave(client: Client): void {
  const { kind, socket } = client;
  socket.on("data", (chunk) => {
    client.outcome = chunk.toString("latin1", 9, 12);
  });
  let timer: NodeJS.Timeout | undefined;
  if (kind === "half a body") socket.write(halfBody);
  if (kind === "headers byte by byte") {
    timer = setInterval(() => {
      socket.write(slowHead.subarray(client.sentBytes, client.sentBytes + 1));
      client.sentBytes += 1;
    }, byteEveryMs);
  }
  socket.on("close", () => {
    clearInterval(timer);
    client.endedMs = performance.now();
  });
}

function closed(socket: Socket): Promise<void> {
  return socket.closed
    ? Promise.resolve()
    : new Promise((resolve) => socket.on("close", () => resolve()));
}

function summary(clients: readonly Client[]): Ended {
  const seconds = clients.map(
    ({ startedMs, endedMs = Number.NaN }) => (endedMs - startedMs) / 1000,
  );
  const outcomes: Record<string, number> = {};
  for (const { outcome } of clients) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return {
    connections: clients.length,
    firstS: Math.min(...seconds),
    lastS: Math.max(...seconds),
    outcomes,
  };
}

function report(message: CrowdReport): void {
  process.send?.(message);
}

process.on("message", async (order: Crowd) => {
  await run(order);
});
process.on("disconnect", () => process.exit());
