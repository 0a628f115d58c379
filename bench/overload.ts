/** Can thousands of idle and slow clients hold the server? See bench/README.md. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import type { Crowd, CrowdReport, Ended, Kind } from "./crowd.ts";
import { type Generator, measureLoad, type Round, startGenerator } from "./generator.ts";
import { type Footfall, startFootfall, trackChild } from "./program.ts";
import { integerFlag, print, table } from "./report.ts";
import { megabytes, usageOf } from "./usage.ts";
import { checkCounted, storeWebsite } from "./website.ts";

const goodConnections = 64;
const warmUpSeconds = 3;
const catchUpMs = 60_000;
/** The server's own limits end everything in less time. */
const endedWithinMs = 150_000;

const { values: flags } = parseArgs({
  options: {
    connections: { type: "string", default: "10000" },
    seconds: { type: "string", default: "8" },
    waves: { type: "string", default: "3" },
  },
});
const connections = integerFlag(flags.connections, "connections");
const seconds = integerFlag(flags.seconds, "seconds");
const waves = integerFlag(flags.waves, "waves");

const stops: (() => unknown)[] = [];
try {
  const generator = startGenerator();
  stops.push(() => generator.stop());
  const crowd = fork(fileURLToPath(new URL("./crowd.ts", import.meta.url)), {
    execArgv: process.execArgv,
  });
  trackChild(crowd);
  stops.push(() => crowd.kill());
  const footfall = await startFootfall();
  stops.push(() => footfall.stop());
  await measure(generator, crowd, footfall);
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function measure(
  generator: Generator,
  crowd: ChildProcess,
  footfall: Footfall,
): Promise<void> {
  const websiteId = await storeWebsite(footfall);
  const load = (time: number) =>
    measureLoad(generator, footfall, { connections: goodConnections, seconds: time });
  const rounds = new Map<string, Round>();
  const warm = await load(warmUpSeconds);
  rounds.set("without the others", await load(seconds));
  print(`Node ${process.version}, ${goodConnections} good connections, ${seconds} s each`);
  for (let wave = 1; wave <= waves; wave += 1) {
    const there = heard(crowd, "there");
    crowd.send({ url: footfall.url, connections } satisfies Crowd);
    const { connected, refused } = await there;
    const ended = heard(crowd, "ended");
    rounds.set(`with the others, wave ${wave}`, await load(seconds));
    const { kinds } = await ended;
    rounds.set(`after wave ${wave}`, await load(seconds));
    print(
      `\nwave ${wave}: ${connected} others connected, ${refused} could not; ended by the server:`,
    );
    print(crowdTable(kinds));
  }
  print(`\n${goodTable(rounds)}`);
  const total = [...rounds.values()].reduce((sum, { requests }) => sum + requests, warm.requests);
  await checkCounted(footfall, websiteId, total, catchUpMs);
  const { rssBytes } = (await usageOf(footfall.pid)).server;
  print(`all ${total} good events counted; ${megabytes(rssBytes)} MB at the end`);
}

function crowdTable(kinds: Readonly<Record<Kind, Ended>>): string {
  const rows = Object.entries(kinds).map(([kind, { connections, firstS, lastS, outcomes }]) => {
    const how = Object.entries(outcomes).map(([outcome, count]) => `${outcome}: ${count}`);
    return [kind, `${connections}`, firstS.toFixed(1), lastS.toFixed(1), how.join(", ")];
  });
  return table(["kind", "connections", "first after s", "last after s", "answer"], rows);
}

function goodTable(rounds: ReadonlyMap<string, Round>): string {
  const rows = [...rounds].map(([name, round]) => [
    name,
    round.perSecond.toFixed(0),
    round.p50Ms.toFixed(2),
    round.p99Ms.toFixed(2),
    round.serverCpuUs.toFixed(0),
    megabytes(round.serverRssBytes),
  ]);
  return table(["good requests", "per s", "p50 ms", "p99 ms", "CPU µs", "server MB"], rows);
}

/** Resolves with the next report of this kind. */
async function heard<Event extends CrowdReport["event"]>(
  crowd: ChildProcess,
  event: Event,
): Promise<Extract<CrowdReport, { event: Event }>> {
  const signal = AbortSignal.timeout(endedWithinMs);
  for (;;) {
    const [report] = (await once(crowd, "message", { signal })) as [CrowdReport];
    if (report.event === event) return report as Extract<CrowdReport, { event: Event }>;
  }
}
