/** How fast is the API, beside the queries that it stands for? See bench/README.md. */
import { parseArgs } from "node:util";
import type { ClickHouseClient } from "@clickhouse/client";

import { type Footfall, settle, startFootfall } from "./program.ts";
import { integerFlag, integersFlag, print } from "./report.ts";
import { openSides } from "./stats/ask.ts";
import type { Bench } from "./stats/bench.ts";
import { measureClients } from "./stats/clients.ts";
import { closedDays, type Dataset, makeDataset } from "./stats/dataset.ts";
import { describeDataset } from "./stats/describe.ts";
import { allNames } from "./stats/direct.ts";
import { measureDisk } from "./stats/disk.ts";
import { dropFileCache, openReadMeter, settleMerges } from "./stats/engine.ts";
import { measureFirst } from "./stats/first.ts";
import { measureNames } from "./stats/names.ts";
import { waitForRollups } from "./stats/rollups.ts";
import { measureScale } from "./stats/scale.ts";
import { measureSmall } from "./stats/small.ts";
import { measureToday } from "./stats/today.ts";
import { reportVerdicts, type Verdict } from "./stats/verdicts.ts";
import { connectEngine, engineUrl } from "./website.ts";

const allParts = ["first", "names", "small", "scale", "today", "disk", "clients"];

const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "10000000" },
    "today-events": { type: "string", default: "20000000" },
    parts: { type: "string", default: allParts.filter((part) => part !== "today").join(",") },
    names: { type: "string", default: allNames.join(",") },
    ranges: { type: "string", default: "1,30" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "8" },
    // The default settings if it is not given.
    "memory-gib": { type: "string" },
  },
});
const parts = flags.parts.split(",");
const unknownPart = parts.find((part) => !allParts.includes(part));
if (unknownPart !== undefined) throw new Error(`--parts has no ${unknownPart}`);
const unknownName = flags.names.split(",").find((name) => !allNames.some((each) => each === name));
if (unknownName !== undefined) throw new Error(`--names has no ${unknownName}`);
const names = allNames.filter((name) => flags.names.split(",").includes(name));
const ranges = integersFlag(flags.ranges, "ranges");
const size = {
  events: integerFlag(flags.events, "events"),
  year: ranges.some((days) => days > closedDays),
  busyEvents: parts.includes("today") ? integerFlag(flags["today-events"], "today-events") : 0,
  pair: parts.includes("scale"),
};
const rounds = integerFlag(flags.rounds, "rounds");
const seconds = integerFlag(flags.seconds, "seconds");
const memoryGib = flags["memory-gib"];
const memory = memoryGib && {
  EMBEDDED_MEMORY_BYTES_MAX: `${integerFlag(memoryGib, "memory-gib") * 1024 ** 3}`,
};
const now = Date.now();

const stops: (() => unknown)[] = [];
try {
  if (memory) print(`changed for this run: ${JSON.stringify(memory)}`);
  const footfall = await startFootfall({ ...(memory && { env: memory }) });
  stops.push(() => footfall.stop());
  const client = await connectEngine(footfall.directory);
  stops.push(() => client.close());
  const sides = openSides(footfall, await engineUrl(footfall.directory));
  stops.push(() => sides.close());
  const dataset = await prepare(footfall, client);
  const verdicts = await measure({
    footfall,
    client,
    sides,
    readBy: await openReadMeter(client),
    dataset,
    now,
    names,
    rounds,
  });
  print(`\n${reportVerdicts(verdicts)}`);
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function prepare(footfall: Footfall, client: ClickHouseClient): Promise<Dataset> {
  const seconds = secondsSince(performance.now());
  const dataset = await makeDataset(footfall, { client, now }, size);
  const seededS = seconds();
  await waitForRollups(footfall, client, now);
  const rolledUpS = seconds();
  await settleMerges(client);
  await settle(footfall.pid);
  const cache = (await dropFileCache()) ? "is emptied" : "is kept, as only root may empty it";
  print(`Node ${process.version}, ${rounds} rounds, times in ms`);
  print(`seeded after ${seededS} s, rolled up after ${rolledUpS} s`);
  print(`cold: the kernel's file cache ${cache}\n`);
  print(await describeDataset(client, dataset, now));
  return dataset;
}

function secondsSince(start: number): () => string {
  return () => ((performance.now() - start) / 1000).toFixed(0);
}

async function measure(bench: Bench): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  if (parts.includes("first")) await measureFirst(bench, seconds);
  if (parts.includes("names")) verdicts.push(...(await measureNames(bench, ranges)));
  if (parts.includes("scale")) verdicts.push(...(await measureScale(bench)));
  if (parts.includes("small")) verdicts.push(...(await measureSmall(bench)));
  if (parts.includes("today")) verdicts.push(...(await measureToday(bench, size.busyEvents)));
  if (parts.includes("disk")) verdicts.push(...(await measureDisk(bench)));
  if (parts.includes("clients")) await measureClients(bench, seconds);
  return verdicts;
}
