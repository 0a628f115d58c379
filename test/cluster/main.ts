/** `npm run test:campaign cluster`: docs/proof.md has its flags, docs/scaling.md what it proves. */
import { parseArgs } from "node:util";

import { integerFlag, integersFlag, print, table } from "../../bench/report.ts";
import { stopAll } from "../helpers/clean-up.ts";
import { interruption } from "../helpers/interruption.ts";
import { faults } from "./faults.ts";
import { type ClusterRun, type ClusterRunOptions, runCluster } from "./run.ts";

const wholeRunMs = 40 * 60_000;

const { values: flags } = parseArgs({
  options: {
    seed: { type: "string" },
    engines: { type: "string", default: "2,3" },
    workers: { type: "string", default: "1,2" },
    front: { type: "string", default: "direct,nginx" },
    "send-to": { type: "string" },
    ports: { type: "string" },
    faults: { type: "string" },
    rate: { type: "string", default: "100" },
    outage: { type: "string", default: "10" },
    events: { type: "string", default: "3000" },
    keep: { type: "boolean", default: false },
  },
});
const seed = flags.seed === undefined ? Date.now() % 2 ** 31 : integerFlag(flags.seed, "seed");
const fronts = frontsOf(flags);
const signal = interruption(wholeRunMs);

print(`seed ${seed}`);
const chosen = faults.filter(({ name }) => new RegExp(flags.faults ?? "").test(name));
let played = 0;
try {
  for (const engines of integersFlag(flags.engines, "engines", 2)) {
    for (const workers of integersFlag(flags.workers, "workers")) {
      // Each front meets each number of servers and each number of workers.
      const front = fronts[(played + Math.floor(played / 2)) % fronts.length] ?? "direct";
      await play({ engines, workers, front, areNamed: played % 2 === 1 });
      played += 1;
    }
  }
} catch (error) {
  const cause = signal.aborted ? signal.reason : error;
  print(`${cause instanceof Error ? cause.message : cause}\nagain with: -- --seed ${seed}`);
  process.exitCode = 1;
} finally {
  await stopAll();
}

async function play(
  options: Pick<ClusterRunOptions, "engines" | "workers" | "front" | "areNamed">,
): Promise<void> {
  const { engines, workers, front, areNamed } = options;
  const way = typeof front === "string" ? front : `by way of ${front.url}`;
  const names = areNamed ? "named" : "called by position";
  print(`\n${engines} servers, ${names}, 2 Footfalls, WORKERS=${workers}, ${way}`);
  const begunMs = Date.now();
  const run = await runCluster({
    ...options,
    faults: chosen,
    seed,
    rate: integerFlag(flags.rate, "rate"),
    bulkPauseMsMax: 400,
    undisturbedMs: 10_000,
    outageMs: integerFlag(flags.outage, "outage") * 1000,
    pauseMsMax: 1_000,
    knownEvents: integerFlag(flags.events, "events"),
    keep: flags.keep,
    report: print,
    signal,
  });
  print(describe(run));
  print(`${((Date.now() - begunMs) / 1000).toFixed(0)} s`);
  if (run.violations.length > 0 || run.slow.length > 0) process.exitCode = 1;
}

function frontsOf(given: typeof flags): readonly ClusterRunOptions["front"][] {
  const { "send-to": url, ports, front } = given;
  if (url !== undefined) return [{ url, ports: integersFlag(ports ?? "", "ports") }];
  return front.split(",").map((name) => {
    if (name !== "direct" && name !== "nginx") throw new Error(`--front has no ${name}`);
    return name;
  });
}

function describe(run: ClusterRun): string {
  const { verdict, outages, requests, queries, firstRolledUp, violations, slow } = run;
  const { acknowledged, counted, unacknowledgedButCounted, missing, doubled } = verdict;
  const ms = (value: number) => (Number.isFinite(value) ? value.toFixed(0) : "");
  const rows = outages.map(({ fault, latency }) => [
    fault,
    ms(latency.undisturbedMs),
    ms(latency.othersMs),
    String(latency.refused),
    ms(latency.refusedMs),
    ms(latency.refusedMsMax),
    ms(latency.slowestMs),
  ]);
  const head = ["ms", "others before", "others", "refused", "median", "slowest", "slowest of all"];
  const answered = [...requests].sort().map(([name, times]) => `${name}: ${times}`);
  return [
    table(head, rows),
    `requests: ${answered.join(", ")}; queries: ${queries}`,
    `acknowledged ${acknowledged}, counted ${counted}, ` +
      `unacknowledged but counted ${unacknowledgedButCounted}, ` +
      `missing ${missing.length}, doubled ${doubled.length}`,
    `closed days rolled up at the first comparison: ` +
      `${firstRolledUp.rolledUp} of ${firstRolledUp.closed}`,
    ...(slow.length > 0 ? ["TOO SLOW:", ...slow] : []),
    ...(violations.length > 0 ? ["WRONG:", ...violations, `again with: -- --seed ${seed}`] : []),
  ].join("\n");
}
