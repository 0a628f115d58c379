/** Measures what collecting costs, and whether it keeps its promises. See bench/README.md. */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { measureBulk } from "./bulk.ts";
import { bytesPerEvent } from "./disk.ts";
import { startGenerator } from "./generator.ts";
import { measureKills } from "./kills.ts";
import { measurePageRules } from "./page-rules.ts";
import { nodeOptions, settle, startFootfall, startProgram } from "./program.ts";
import { integerFlag, integersFlag, print } from "./report.ts";
import { measureShipping } from "./shipping.ts";
import { measureSides, medianOf, reportLatency, reportMaximum, type Sides } from "./single.ts";
import { bytesOnDisk } from "./usage.ts";
import { measureVisibility, reportVisibility } from "./visibility.ts";
import { checkCounted, connectEngine, storeWebsite } from "./website.ts";

/** Time after the last answer. The promise is a second, but the machine may be busy. */
const visibleWithinMs = 5_000;
const allParts = ["single", "bulk", "shipper", "kills", "rules"];

const { values: flags } = parseArgs({
  options: {
    parts: { type: "string", default: allParts.join(",") },
    seconds: { type: "string", default: "5" },
    connections: { type: "string", default: "64,256" },
    rounds: { type: "string", default: "3" },
    "shipped-events": { type: "string", default: "500000" },
    kills: { type: "string", default: "5" },
    "cpu-prof": { type: "string" },
  },
});
const parts = flags.parts.split(",");
const unknownPart = parts.find((part) => !allParts.includes(part));
if (unknownPart !== undefined) throw new Error(`--parts has no ${unknownPart}`);
const seconds = integerFlag(flags.seconds, "seconds");
const connectionCounts = integersFlag(flags.connections, "connections");
const rounds = integerFlag(flags.rounds, "rounds");
const shippedEvents = integerFlag(flags["shipped-events"], "shipped-events");
const kills = integerFlag(flags.kills, "kills");
const profile = flags["cpu-prof"];

print(`Node ${process.version}, ${rounds} rounds of ${seconds} s each, medians`);
if (parts.includes("single") || parts.includes("bulk")) await measureServer();
if (parts.includes("shipper")) print(await measureShipping({ rounds, events: shippedEvents }));
if (parts.includes("rules")) print(measurePageRules({ rounds }));
if (parts.includes("kills")) print(await measureKills(kills));

/** Measures single events and bulk events on one running server. */
async function measureServer(): Promise<void> {
  const stops: (() => unknown)[] = [];
  try {
    const generator = startGenerator();
    stops.push(() => generator.stop());
    const ceilingFile = fileURLToPath(new URL("./ceiling.ts", import.meta.url));
    const ceiling = await startProgram([...nodeOptions, ...process.execArgv, ceilingFile]);
    stops.push(() => ceiling.stop());
    const footfall = await startFootfall({
      nodeArgs: profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`],
    });
    stops.push(() => footfall.stop());
    const websiteId = await storeWebsite(footfall);
    const sides = { generator, ceiling, footfall };
    let acknowledged = parts.includes("single") ? await measureSingle(sides, websiteId) : 0;
    if (parts.includes("bulk")) {
      const [connections = 64] = connectionCounts;
      const plan = { websiteId, connections, rounds, seconds, acknowledged };
      const bulk = await measureBulk(generator, footfall, plan);
      print(bulk.report);
      acknowledged = bulk.acknowledged;
    }
    await checkCounted(footfall, websiteId, acknowledged, 60_000);
    print(`acknowledged ${acknowledged} events, counted ${acknowledged}`);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Sends as fast as possible, then half as fast. Returns the number of acknowledged events. */
async function measureSingle(sides: Sides, websiteId: number): Promise<number> {
  const { footfall } = sides;
  const emptyBytes = await bytesOnDisk(footfall.directory);
  let acknowledged = 0;
  for (const connections of connectionCounts) {
    const plan = { connections, rounds, seconds };
    const maximum = await measureSides(sides, plan);
    print(reportMaximum(maximum, connections));
    const half = { ...plan, ratePerSecond: medianOf(maximum, "footfall", "perSecond") / 2 };
    const latency = await measureSides(sides, half);
    print(reportLatency(latency, half));
    const visibility = await measureVisibility(sides.generator, footfall, {
      websiteId,
      connections,
      seconds,
    });
    print(reportVisibility(visibility));
    acknowledged += maximum.acknowledged + latency.acknowledged + visibility.acknowledged;
  }
  await checkCounted(footfall, websiteId, acknowledged, visibleWithinMs);
  await settle(footfall.pid);
  const grownBytes = (await bytesOnDisk(footfall.directory)) - emptyBytes;
  const engine = await connectEngine(footfall.directory);
  const { total } = await bytesPerEvent(engine).finally(() => engine.close());
  print(
    `bytes on disk for each event: ${total.toFixed(1)} in the table, ${(grownBytes / acknowledged).toFixed(1)} in DATA_DIR with everything that ClickHouse has not tidied up yet`,
  );
  return acknowledged;
}
