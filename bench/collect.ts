/** How near does the collector come to what Fastify can do at most? See bench/README.md. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import type { Load, LoadResult } from "./load.ts";
import {
  cpuMs,
  type Footfall,
  type Program,
  settle,
  startFootfall,
  startProgram,
  trackChild,
} from "./program.ts";
import { integerFlag, median, print, table } from "./report.ts";
import { domain } from "./requests.ts";

/** After the last answer; a second is promised, and the machine may be busy. */
const visibleWithinMs = 5_000;
const warmUpSeconds = 3;

interface Round extends LoadResult {
  /** Microseconds of processor time for each event. */
  readonly serverCpuUs: number;
  readonly engineCpuUs: number;
  readonly generatorCpuUs: number;
}

const { values: flags } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    connections: { type: "string", default: "64,256" },
    rounds: { type: "string", default: "3" },
    "cpu-prof": { type: "string" },
  },
});
const seconds = integerFlag(flags.seconds, "seconds");
const connectionCounts = flags.connections
  .split(",")
  .map((count) => integerFlag(count, "connections"));
const rounds = integerFlag(flags.rounds, "rounds");
const profile = flags["cpu-prof"];

const stops: (() => Promise<void>)[] = [];
try {
  const generator = startGenerator();
  const ceiling = await startProgram([...process.execArgv, fileOf("./ceiling.ts")]);
  stops.push(ceiling.stop);
  const footfall = await startFootfall({
    nodeArgs: profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`],
  });
  stops.push(footfall.stop);
  const websiteId = await storeWebsite(footfall);
  let acknowledged = 0;
  for (const connections of connectionCounts) {
    const measured = await measure(generator, ceiling, footfall, connections);
    print(report(measured, connections));
    acknowledged += measured.acknowledged;
  }
  await checkCounted(footfall, websiteId, acknowledged);
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function measure(
  generator: ChildProcess,
  ceiling: Program,
  footfall: Program,
  connections: number,
) {
  const load = (target: Program, time: number) =>
    measureLoad(generator, target, { url: target.url, connections, seconds: time });
  const results = { ceiling: [] as Round[], footfall: [] as Round[] };
  await load(ceiling, warmUpSeconds);
  let acknowledged = (await load(footfall, warmUpSeconds)).requests;
  for (let round = 0; round < rounds; round += 1) {
    await settle(footfall.pid);
    results.ceiling.push(await load(ceiling, seconds));
    const result = await load(footfall, seconds);
    acknowledged += result.requests;
    results.footfall.push(result);
  }
  return { ...results, acknowledged };
}

async function measureLoad(generator: ChildProcess, target: Program, order: Load): Promise<Round> {
  const before = await cpuMs(target.pid);
  generator.send(order);
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(generator, "exit", { signal }).then(() => {
    throw new Error("the load generator ended");
  });
  const [result] = (await Promise.race([once(generator, "message", { signal }), ended])) as [
    LoadResult,
  ];
  ended.catch(() => {});
  answered.abort();
  const after = await cpuMs(target.pid);
  if (Object.keys(result.others).length > 0) {
    throw new Error(`answers that were not 202 ok: ${JSON.stringify(result.others)}`);
  }
  const perEventUs = (ms: number) => (ms * 1000) / result.requests;
  return {
    ...result,
    serverCpuUs: perEventUs(after.own - before.own),
    engineCpuUs: perEventUs(after.children - before.children),
    generatorCpuUs: perEventUs(result.cpuMs),
  };
}

function report(
  measured: { ceiling: readonly Round[]; footfall: readonly Round[] },
  connections: number,
): string {
  const of = (side: "ceiling" | "footfall", key: Exclude<keyof Round, "others">) =>
    median(measured[side].map((round) => round[key]));
  const row = (name: string, side: "ceiling" | "footfall") => [
    name,
    of(side, "perSecond").toFixed(0),
    of(side, "p50Ms").toFixed(2),
    of(side, "p99Ms").toFixed(2),
    of(side, "serverCpuUs").toFixed(0),
    of(side, "engineCpuUs").toFixed(0),
    of(side, "generatorCpuUs").toFixed(0),
  ];
  const head = ["", "events/s", "p50 ms", "p99 ms", "server CPU µs", "ClickHouse", "generator"];
  const ratio = of("footfall", "perSecond") / of("ceiling", "perSecond");
  const each = measured.footfall.map(
    ({ perSecond }, i) => perSecond / (measured.ceiling[i]?.perSecond ?? Number.NaN),
  );
  return [
    `Node ${process.version}, ${connections} connections, ${rounds} rounds of ${seconds} s each, medians; CPU µs for each event`,
    table(head, [row("bare Fastify", "ceiling"), row("Footfall", "footfall")]),
    `ratio ${ratio.toFixed(2)} (rounds: ${each.map((value) => value.toFixed(2)).join(", ")})`,
  ].join("\n");
}

function startGenerator(): ChildProcess {
  const generator = fork(fileOf("./load.ts"), { execArgv: process.execArgv });
  trackChild(generator);
  stops.push(async () => void generator.kill());
  return generator;
}

async function storeWebsite({ url, apiKey }: Footfall): Promise<number> {
  const reply = await fetch(`${url}/api/v1/websites`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}` },
    body: new URLSearchParams({ domain }),
  });
  return ((await reply.json()) as { data: { id: number } }).data.id;
}

/** A number of acknowledged events that are not in the statistics would be worth nothing. */
async function checkCounted(
  { url, apiKey }: Footfall,
  websiteId: number,
  acknowledged: number,
): Promise<void> {
  const query = "name=pageview&from=2000-01-01&to=2100-01-01";
  const headers = { authorization: `Bearer ${apiKey}` };
  const counted = async () => {
    const reply = await fetch(`${url}/api/v1/stats/${websiteId}?${query}`, { headers });
    return ((await reply.json()) as { meta: { count: number } }).meta.count;
  };
  const deadline = Date.now() + visibleWithinMs;
  while ((await counted()) < acknowledged && Date.now() < deadline) await delay(50);
  const count = await counted();
  if (count !== acknowledged) {
    throw new Error(`${acknowledged} events were acknowledged, ${count} are counted`);
  }
  print(`acknowledged ${acknowledged} events, counted ${count}`);
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
