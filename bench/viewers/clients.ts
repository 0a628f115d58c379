/**
 * Plays clients that ask in a closed loop, in a process of its own. Each has a keep-alive
 * connection, and sends its next request when its last answer is complete. The requests come one
 * after the other, and each client begins with another one.
 */
import { gunzipSync } from "node:zlib";

import type { Answer } from "../answer.ts";
import { connectAll, openLine } from "../line.ts";
import { carryOutOrders } from "../orders.ts";
import { percentile } from "../report.ts";

/** A refused client asks again after these seconds, as `Retry-After` tells it to. */
const retryAfterMs = 2_000;

export interface Request {
  /** The bytes on the wire. */
  readonly text: string;
  /** Whether the answer shows all page views of the range, as a total or as a sum. */
  readonly isTotal: boolean;
}

/** The order that the parent sends. */
export interface Asking {
  readonly url: string;
  readonly clients: number;
  readonly seconds: number;
  readonly requests: readonly Request[];
  /** The time between an answer and the next request of the same client. */
  readonly pauseMs: number;
}

/** A number of page views, and when its answer was complete, as `Date.now()`. */
export interface Sighting {
  readonly pageviews: number;
  readonly answeredAtMs: number;
}

/** The result that the parent gets. Times are those of answers with status 200. */
export interface Asked {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly refused: number;
  /** The number of other answers, by status. */
  readonly failures: Readonly<Record<string, number>>;
  readonly sightings: readonly Sighting[];
  /** Milliseconds of processor time that this process used. */
  readonly cpuMs: number;
}

/** Notes the answers of all clients. */
class Notes {
  readonly timesMs: number[] = [];
  readonly sightings: Sighting[] = [];
  readonly failures: Record<string, number> = {};
  refused = 0;

  /** Returns whether the client may go on at once. */
  note({ isTotal }: Request, latencyMs: number, { outcome, body }: Answer): boolean {
    if (outcome === "200") {
      this.timesMs.push(latencyMs);
      const answeredAtMs = Date.now();
      if (isTotal) this.sightings.push({ pageviews: pageviewsOf(body), answeredAtMs });
      return true;
    }
    if (outcome === "503") this.refused += 1;
    else this.failures[outcome] = (this.failures[outcome] ?? 0) + 1;
    return false;
  }
}

async function run(asking: Asking): Promise<Asked> {
  const notes = new Notes();
  const cpu = process.cpuUsage();
  const start = performance.now();
  await askUntilOver(asking, notes);
  const { user, system } = process.cpuUsage(cpu);
  const { timesMs, refused, failures, sightings } = notes;
  return {
    perSecond: timesMs.length / ((performance.now() - start) / 1000),
    p50Ms: percentile(timesMs, 50),
    p99Ms: percentile(timesMs, 99),
    maxMs: percentile(timesMs, 100),
    refused,
    failures,
    sightings,
    cpuMs: (user + system) / 1000,
  };
}

/** Resolves when the time is over and each client has its last answer. */
async function askUntilOver(asking: Asking, notes: Notes) {
  const { url, clients, seconds, requests, pauseMs } = asking;
  const sockets = await connectAll(url, clients);
  const sent = requests.map((request) => ({ ...request, bytes: Buffer.from(request.text) }));
  const deadline = performance.now() + seconds * 1000;
  const ask = (client: number) =>
    new Promise<void>((resolve, failed) => {
      let turn = client;
      const request = () => sent[turn % sent.length] as (typeof sent)[number];
      const goOn = () => {
        turn += 1;
        if (performance.now() < deadline) return line.send(performance.now());
        line.close();
        resolve();
      };
      const line = openLine(sockets[client] as (typeof sockets)[number], {
        nextRequest: () => request().bytes,
        failed,
        answered(_line, latencyMs, answer) {
          const isRefused = !notes.note(request(), latencyMs, answer);
          if (isRefused) setTimeout(goOn, retryAfterMs);
          else if (pauseMs > 0) setTimeout(goOn, pauseMs);
          else goOn();
        },
      });
      line.send(performance.now());
    });
  await Promise.all(sockets.map((_, client) => ask(client)));
}

function pageviewsOf(body: string): number {
  type Totals = { readonly pageviews: number };
  const isCompressed = body.startsWith("\x1f\x8b");
  const json = isCompressed ? gunzipSync(Buffer.from(body, "latin1")).toString() : body;
  const { data } = JSON.parse(json) as { data: Totals | readonly Totals[] };
  return [data].flat().reduce((sum, { pageviews }) => sum + pageviews, 0);
}

carryOutOrders(run);
