/**
 * The load generator, a process of its own, the same for both sides. Closed loop: each of N
 * keep-alive connections sends its next request when its last answer is complete, so a slow server
 * is asked less often and its queue is never longer than N.
 *
 * HTTP/1.1 over plain sockets with requests made beforehand: on two cores the generator's own
 * work would otherwise be a good part of what is measured.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { percentile } from "./report.ts";
import { buildRequests } from "./requests.ts";

/** What the parent asks for. */
export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
}

/** What it is told. */
export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Milliseconds of processor time that the generator used. */
  readonly cpuMs: number;
  /** Answers that were not a plain 202: status (and drop reason) → number. */
  readonly others: Readonly<Record<string, number>>;
}

const requests = buildRequests();
let next = 0;

async function run({ url, connections, seconds }: Load): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const latenciesMs: number[] = [];
  const others: Record<string, number> = {};
  const cpu = process.cpuUsage();
  const start = performance.now();
  const deadline = start + seconds * 1000;
  await Promise.all(
    sockets.map((socket) =>
      drive(socket, (latencyMs, outcome) => {
        latenciesMs.push(latencyMs);
        if (outcome !== "202") others[outcome] = (others[outcome] ?? 0) + 1;
        return performance.now() < deadline;
      }),
    ),
  );
  const { user, system } = process.cpuUsage(cpu);
  return {
    requests: latenciesMs.length,
    perSecond: latenciesMs.length / ((performance.now() - start) / 1000),
    p50Ms: percentile(latenciesMs, 50),
    p99Ms: percentile(latenciesMs, 99),
    cpuMs: (user + system) / 1000,
    others,
  };
}

/** Sends and reads until `answered` says that it is enough. */
function drive(
  socket: Socket,
  answered: (latencyMs: number, outcome: string) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let received = "";
    const send = () => {
      sentAt = performance.now();
      socket.write(requests[next++ % requests.length] as Buffer);
    };
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1");
      const outcome = completeAnswer(received);
      if (outcome === undefined) return;
      received = "";
      if (answered(performance.now() - sentAt, outcome)) return send();
      socket.destroy();
      resolve();
    });
    socket.on("error", reject);
    socket.on("end", () => reject(new Error("the server closed a connection under load")));
    send();
  });
}

/** Status, and the reason of a drop, once head and body are there. */
function completeAnswer(received: string): string | undefined {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const head = received.slice(0, headEnd);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
  if (Number.isNaN(length)) throw new Error(`an answer without Content-Length: ${head}`);
  if (received.length < headEnd + 4 + length) return undefined;
  const dropped = /\r\nx-event-dropped: *(\S+)/i.exec(head)?.[1];
  return head.slice(9, 12) + (dropped === undefined ? "" : ` ${dropped}`);
}

process.on("message", async (load: Load) => {
  try {
    process.send?.(await run(load));
  } catch (error) {
    process.stderr.write(`${error}\n`);
    process.exit(1);
  }
});
process.on("disconnect", () => process.exit());
