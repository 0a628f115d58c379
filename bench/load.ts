/**
 * The load generator, a process of its own, the same for all sides. It has N keep-alive
 * connections:
 *
 * - Closed loop: a connection sends its next request when its last answer is complete. So a slow
 *   server gets fewer requests, and its queue is never longer than N.
 * - Open loop, at a given rate: request n is due n / rate after the start, whatever the server
 *   does. A free connection sends it. While none is free it waits, and its latency counts from when
 *   it was due.
 */
import { type Answered, connectAll, type Line, openLine } from "./line.ts";
import { carryOutOrders } from "./orders.ts";
import { percentile } from "./report.ts";
import { type BulkTarget, buildBulkRequests, buildRequests } from "./requests.ts";

/** The order that the parent sends. */
export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The rate of an open loop; without it, the loop is closed. */
  readonly ratePerSecond?: number;
  /** The target of bulk requests; without it, the load is single events. */
  readonly bulk?: BulkTarget;
  /** The websites of single events, in turn; without them, the usual one. */
  readonly domains?: readonly string[];
  /** Whether the result has the times and the latencies of the acknowledgements. */
  readonly isTimed?: boolean;
}

/** The result that the parent gets. */
export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Milliseconds of processor time that the generator used. */
  readonly cpuMs: number;
  /** The number of answers that were not a plain 202, by status (and drop reason). */
  readonly others: Readonly<Record<string, number>>;
  /** The times of the plain 202, oldest first, as `Date.now()`; empty unless the load is timed. */
  readonly acknowledgedAtMs: readonly number[];
  /** The milliseconds that each of them took, in the same order. */
  readonly acknowledgedInMs: readonly number[];
}

const tickMs = 1;
const requestsOf = new Map<string, readonly Buffer[]>();
let next = 0;

async function run(load: Load): Promise<LoadResult> {
  const requests = requestsFor(load);
  const sockets = await connectAll(load.url, load.connections);
  const latenciesMs: number[] = [];
  const others: Record<string, number> = {};
  const acknowledgedAtMs: number[] = [];
  const acknowledgedInMs: number[] = [];
  const cpu = process.cpuUsage();
  const start = performance.now();
  await new Promise<void>((resolve, failed) => {
    const pace = load.ratePerSecond === undefined ? closedLoop : openLoop;
    const { begin, answered } = pace(load, resolve);
    const nextRequest = () => requests[next++ % requests.length] as Buffer;
    const note: Answered = (line, latencyMs, answer) => {
      const { outcome } = answer;
      latenciesMs.push(latencyMs);
      if (outcome !== "202") others[outcome] = (others[outcome] ?? 0) + 1;
      else if (load.isTimed) {
        acknowledgedAtMs.push(Date.now());
        acknowledgedInMs.push(latencyMs);
      }
      answered(line, latencyMs, answer);
    };
    begin(sockets.map((socket) => openLine(socket, { nextRequest, failed, answered: note })));
  });
  const { user, system } = process.cpuUsage(cpu);
  return {
    requests: latenciesMs.length,
    perSecond: latenciesMs.length / ((performance.now() - start) / 1000),
    p50Ms: percentile(latenciesMs, 50),
    p99Ms: percentile(latenciesMs, 99),
    cpuMs: (user + system) / 1000,
    others,
    acknowledgedAtMs,
    acknowledgedInMs,
  };
}

interface Pace {
  begin(lines: readonly Line[]): void;
  readonly answered: Answered;
}

function closedLoop({ seconds }: Load, done: () => void): Pace {
  let open = 0;
  let deadline = 0;
  return {
    begin(lines) {
      open = lines.length;
      deadline = performance.now() + seconds * 1000;
      for (const line of lines) line.send(performance.now());
    },
    answered(line) {
      const now = performance.now();
      if (now < deadline) return line.send(now);
      line.close();
      open -= 1;
      if (open === 0) done();
    },
  };
}

function openLoop({ seconds, ratePerSecond = 1 }: Load, done: () => void): Pace {
  const total = Math.round(seconds * ratePerSecond);
  const intervalMs = 1000 / ratePerSecond;
  const free: Line[] = [];
  let start = 0;
  let sent = 0;
  let received = 0;
  let timer: NodeJS.Timeout | undefined;
  const sendDue = () => {
    const due = Math.min(total, Math.floor((performance.now() - start) / intervalMs) + 1);
    for (; sent < due && free.length > 0; sent += 1) free.pop()?.send(start + sent * intervalMs);
  };
  return {
    begin(lines) {
      free.push(...lines);
      start = performance.now();
      timer = setInterval(sendDue, tickMs);
      sendDue();
    },
    answered(line) {
      received += 1;
      free.push(line);
      sendDue();
      if (received < total) return;
      clearInterval(timer);
      for (const each of free) each.close();
      done();
    },
  };
}

function requestsFor({ bulk, domains }: Load): readonly Buffer[] {
  const key = JSON.stringify([bulk, domains]);
  let requests = requestsOf.get(key);
  if (requests === undefined) {
    requests = bulk === undefined ? buildRequests(domains) : buildBulkRequests(bulk);
    requestsOf.set(key, requests);
  }
  return requests;
}

carryOutOrders(run);
