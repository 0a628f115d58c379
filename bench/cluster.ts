/** Measures several instances and ClickHouse servers side by side. See bench/README.md. */
import { parseArgs } from "node:util";

import { Side, type SideSize, startEngines } from "./cluster/installation.ts";
import { type Measured, Senders } from "./cluster/measure.ts";
import { integerFlag, integersFlag, median, print, table } from "./report.ts";

const { values: flags } = parseArgs({
  options: {
    shards: { type: "string", default: "1,2,3" },
    collectors: { type: "string", default: "1,2" },
    connections: { type: "string", default: "64" },
    clients: { type: "string", default: "16" },
    "seeded-events": { type: "string", default: "200000" },
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "5" },
  },
});
const shardCounts = integersFlag(flags.shards, "shards");
const collectorCounts = integersFlag(flags.collectors, "collectors");
const seconds = integerFlag(flags.seconds, "seconds");
const rounds = integerFlag(flags.rounds, "rounds");
const seededEvents = integerFlag(flags["seeded-events"], "seeded-events");
const plan = {
  seconds,
  connections: integerFlag(flags.connections, "connections"),
  clients: integerFlag(flags.clients, "clients"),
};

print(`Node ${process.version}, ${rounds} rounds of ${seconds} s each, medians`);
const stops: (() => unknown)[] = [];
try {
  const engines = await startEngines(Math.max(...shardCounts));
  stops.push(() => engines.stop());
  const senders = new Senders(Math.max(...collectorCounts));
  stops.push(() => senders.stop());
  const sides: Side[] = [];
  for (const shards of shardCounts) {
    for (const collectors of collectorCounts) {
      sides.push(await Side.create(engines, { shards, collectors }, seededEvents));
    }
  }
  const measured = new Map<Side, Measured[]>(sides.map((side) => [side, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Each round begins with another side, as later ones may find a busier machine.
    for (let turn = 0; turn < sides.length; turn += 1) {
      const side = sides[(round + turn) % sides.length] as Side;
      const result = await side.run(() => senders.measure(side, plan));
      measured.get(side)?.push(result);
    }
  }
  print(describe(measured));
} finally {
  for (const stop of stops.reverse()) await stop();
}

function describe(measured: ReadonlyMap<Side, readonly Measured[]>): string {
  const all = [...measured].map(([{ size }, results]) => ({ size, results }));
  const [base] = all;
  const of = (results: readonly Measured[], key: keyof Measured) =>
    median(results.map((result) => result[key]));
  const ratio = (results: readonly Measured[], key: keyof Measured) => {
    const each = results.map((result, i) => result[key] / (base?.results[i]?.[key] ?? Number.NaN));
    return median(each).toFixed(2);
  };
  const rows = all.map(({ size, results }) => [
    nameOf(size),
    of(results, "eventsPerSecond").toFixed(0),
    ratio(results, "eventsPerSecond"),
    of(results, "collectorUsPerEvent").toFixed(0),
    of(results, "engineUsPerEvent").toFixed(0),
    of(results, "answersPerSecond").toFixed(0),
    ratio(results, "answersPerSecond"),
    of(results, "collectorMsPerAnswer").toFixed(2),
    of(results, "engineMsPerAnswer").toFixed(2),
  ]);
  const head = [
    "shards, collectors",
    "events/s",
    "ratio",
    "Footfall µs",
    "ClickHouse µs",
    "answers/s",
    "ratio",
    "Footfall ms",
    "ClickHouse ms",
  ];
  return table(head, rows);
}

function nameOf({ shards, collectors }: SideSize): string {
  return `${shards}, ${collectors}`;
}
