/** Does memory stay bounded under full load while the store is unavailable? See bench/README.md. */
import { parseArgs } from "node:util";

import { startGenerator } from "./generator.ts";
import { startFootfall } from "./program.ts";
import { integerFlag, print } from "./report.ts";
import { engineOf, megabytes, usageOf } from "./usage.ts";
import { checkCounted, storeWebsite } from "./website.ts";

const warmUpSeconds = 5;
/** A load of this length, then a sample. */
const sampleEverySeconds = 5;
/** Memory grows to its working size at first; the slope is that of the time after. */
const settledAfterS = 60;
const catchUpMs = 600_000;

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    connections: { type: "string", default: "64" },
  },
});
const minutes = integerFlag(flags.minutes, "minutes");
const connections = integerFlag(flags.connections, "connections");

interface Sample {
  readonly atS: number;
  readonly rssBytes: number;
}

const stops: (() => unknown)[] = [];
try {
  const generator = startGenerator();
  stops.push(() => generator.stop());
  const footfall = await startFootfall();
  stops.push(() => footfall.stop());
  const websiteId = await storeWebsite(footfall);
  const { url, pid } = footfall;
  const warm = await generator.load({ url, connections, seconds: warmUpSeconds });
  const enginePid = await engineOf(pid);

  process.kill(enginePid, "SIGSTOP");
  stops.push(() => resume(enginePid));
  const start = performance.now();
  const samples: Sample[] = [];
  let accepted = 0;
  let refused = 0;
  while (performance.now() - start < minutes * 60_000) {
    const order = { url, connections, seconds: sampleEverySeconds };
    const { requests, others } = await generator.load(order, { refusals: true });
    const failed = Object.values(others).reduce((sum, count) => sum + count, 0);
    accepted += requests - failed;
    refused += failed;
    const atS = (performance.now() - start) / 1000;
    const { rssBytes } = (await usageOf(pid)).server;
    samples.push({ atS, rssBytes });
    print(
      `${atS.toFixed(0)} s: ${megabytes(rssBytes)} MB, ${accepted} accepted, ${refused} refused`,
    );
  }
  resume(enginePid);

  print(
    `Node ${process.version}, ${connections} connections, ${minutes} minutes without the store`,
  );
  print(
    `resident memory: ${megabytes(Math.max(...samples.map(({ rssBytes }) => rssBytes)))} MB at most, ${slope(samples)}`,
  );
  print(`${accepted} events accepted, ${refused} refused`);
  const resumed = performance.now();
  await checkCounted(footfall, websiteId, warm.requests + accepted, catchUpMs);
  const seconds = (performance.now() - resumed) / 1000;
  print(`all of them counted ${seconds.toFixed(0)} s after the store came back`);
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** Resumes a stopped process, which could not be ended in order. */
function resume(pid: number): void {
  try {
    process.kill(pid, "SIGCONT");
  } catch {
    // It is gone.
  }
}

/** Returns the slope of the least squares' line through the samples after the first minute. */
function slope(samples: readonly Sample[]): string {
  const settled = samples.filter(({ atS }) => atS > settledAfterS);
  if (settled.length < 2) return "too short for a slope";
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(settled.map(({ atS }) => atS));
  const y = mean(settled.map(({ rssBytes }) => rssBytes));
  const covariance = mean(settled.map(({ atS, rssBytes }) => (atS - x) * (rssBytes - y)));
  const variance = mean(settled.map(({ atS }) => (atS - x) ** 2));
  const perMinute = ((covariance / variance) * 60) / 1e6;
  return `${perMinute.toFixed(2)} MB a minute after the first`;
}
