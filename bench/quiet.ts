/**
 * Measures what a few events, and none at all, cost in processor time and writing. See
 * bench/README.md.
 */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { ClickHouseClient } from "@clickhouse/client";

import { type Generator, startGenerator } from "./generator.ts";
import { type Footfall, settle, startFootfall } from "./program.ts";
import { integerFlag, print, table } from "./report.ts";
import { usageOf } from "./usage.ts";
import { checkCounted, connectEngine, storeWebsite } from "./website.ts";

const visibleWithinMs = 5_000;
/** In the first minute, much code is compiled, and jobs run for the first time. */
const firstMinuteMs = 60_000;

const { values: flags } = parseArgs({
  options: {
    rates: { type: "string", default: "0,0.1,1,10" },
    seconds: { type: "string", default: "120" },
    "warm-up": { type: "string", default: "20" },
    "dashboard-rate": { type: "string", default: "1" },
    "dashboard-every": { type: "string", default: "10,1" },
  },
});
const seconds = integerFlag(flags.seconds, "seconds");
const warmUpSeconds = integerFlag(flags["warm-up"], "warm-up");
const dashboardRate = numberFlag(flags["dashboard-rate"], "dashboard-rate");

interface Side {
  readonly eventsPerSecond: number;
  /** Seconds between two questions of an open dashboard; undefined if nobody looks. */
  readonly askedEveryS: number | undefined;
}

interface Cost {
  readonly cpuMs: { readonly server: number; readonly engine: number };
  readonly writtenBytes: { readonly server: number; readonly engine: number };
  readonly inserts: number;
  readonly merges: number;
  readonly parts: number;
}

const sides: readonly Side[] = [
  ...list(flags.rates).map((rate) => ({
    eventsPerSecond: numberFlag(rate, "rates"),
    askedEveryS: undefined,
  })),
  ...list(flags["dashboard-every"]).map((every) => ({
    eventsPerSecond: dashboardRate,
    askedEveryS: numberFlag(every, "dashboard-every"),
  })),
];

const stops: (() => unknown)[] = [];
try {
  const generator = startGenerator();
  stops.push(() => generator.stop());
  const footfall = await startFootfall();
  stops.push(() => footfall.stop());
  const websiteId = await storeWebsite(footfall);
  const client = await connectEngine(footfall.directory);
  stops.push(() => client.close());
  print(`Node ${process.version}, ${seconds} s each, behind ${warmUpSeconds} s of the same`);
  await delay(firstMinuteMs);
  const rows: string[][] = [];
  let acknowledged = 0;
  for (const side of sides) {
    await settle(footfall.pid);
    acknowledged += await run(generator, footfall, websiteId, side, warmUpSeconds);
    const before = await read(footfall, client);
    acknowledged += await run(generator, footfall, websiteId, side, seconds);
    const cost = await read(footfall, client, before);
    rows.push(rowOf(side, cost));
  }
  const head = "events/s,looked at,CPU %,server,ClickHouse,kB/event,server,ClickHouse,kB/s";
  print(table([...head.split(","), "inserts", "merges", "parts"], rows));
  await checkCounted(footfall, websiteId, acknowledged, visibleWithinMs);
  print(`acknowledged ${acknowledged} events, counted ${acknowledged}`);
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** Sends events, and asks as an open dashboard does. Returns the number of events. */
async function run(
  generator: Generator,
  footfall: Footfall,
  websiteId: number,
  { eventsPerSecond, askedEveryS }: Side,
  time: number,
): Promise<number> {
  const over = delay(time * 1000);
  const isOver = new AbortController();
  const asking = askedEveryS && look(footfall, websiteId, askedEveryS, isOver.signal);
  // An open loop sends its first request at once.
  const due = Math.floor(time * eventsPerSecond);
  const load = { url: footfall.url, connections: 1, seconds: due / (eventsPerSecond || 1) };
  if (due > 0) await generator.load({ ...load, ratePerSecond: eventsPerSecond });
  await over;
  isOver.abort();
  await asking;
  return due;
}

/** Asks for the live view again and again, which is all that an open page repeats. */
async function look(
  { url, apiKey }: Footfall,
  websiteId: number,
  everyS: number,
  signal: AbortSignal,
): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}` };
  while (!signal.aborted) {
    const reply = await fetch(`${url}/api/v1/websites/${websiteId}/live`, { headers });
    if (!reply.ok) throw new Error(`the live view answered ${reply.status}`);
    await reply.arrayBuffer();
    await delay(everyS * 1000, undefined, { signal }).catch(() => {});
  }
}

/** Returns what has been used so far, or since `before`. The reading itself is left out. */
async function read(footfall: Footfall, client: ClickHouseClient, before?: Cost): Promise<Cost> {
  const usage = before && (await usageOf(footfall.pid));
  const [counted] = await rows<Pick<Cost, "inserts" | "merges" | "parts">>(
    client,
    `SELECT
      (SELECT sum(value) FROM system.events WHERE event = 'InsertQuery') AS inserts,
      (SELECT sum(value) FROM system.events WHERE event = 'Merge') AS merges,
      (SELECT count() FROM system.parts WHERE active AND table = 'events') AS parts`,
  );
  if (counted === undefined) throw new Error("ClickHouse counts nothing");
  const { server, engine } = usage ?? (await usageOf(footfall.pid));
  return {
    cpuMs: {
      server: server.cpuMs - (before?.cpuMs.server ?? 0),
      engine: engine.cpuMs - (before?.cpuMs.engine ?? 0),
    },
    writtenBytes: {
      server: server.writtenBytes - (before?.writtenBytes.server ?? 0),
      engine: engine.writtenBytes - (before?.writtenBytes.engine ?? 0),
    },
    inserts: counted.inserts - (before?.inserts ?? 0),
    merges: counted.merges - (before?.merges ?? 0),
    parts: counted.parts,
  };
}

async function rows<Row>(client: ClickHouseClient, query: string): Promise<Row[]> {
  return (await client.query({ query, format: "JSONEachRow" })).json<Row>();
}

function rowOf({ eventsPerSecond, askedEveryS }: Side, cost: Cost): string[] {
  const events = Math.floor(eventsPerSecond * seconds);
  const { cpuMs, writtenBytes, inserts, merges, parts } = cost;
  const share = (ms: number) => (ms / seconds / 10).toFixed(2);
  const perEvent = (bytes: number) => (events === 0 ? "" : (bytes / events / 1e3).toFixed(1));
  const written = writtenBytes.server + writtenBytes.engine;
  return [
    String(eventsPerSecond),
    askedEveryS === undefined ? "never" : `every ${askedEveryS} s`,
    share(cpuMs.server + cpuMs.engine),
    share(cpuMs.server),
    share(cpuMs.engine),
    perEvent(written),
    perEvent(writtenBytes.server),
    perEvent(writtenBytes.engine),
    (written / seconds / 1e3).toFixed(2),
    String(inserts),
    String(merges),
    String(parts),
  ];
}

function list(flag: string): string[] {
  return flag.split(",").filter(Boolean);
}

function numberFlag(text: string, name: string): number {
  const value = Number(text);
  if (!(value >= 0)) throw new Error(`--${name} must be a number of at least 0`);
  return value;
}
