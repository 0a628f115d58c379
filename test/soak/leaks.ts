import { median } from "../../bench/report.ts";
import type { Holding, Sample } from "./sample.ts";

const mebibyte = 1024 ** 2;
/** Batches that are on their way, and events that came since. */
const unshippedBytesMax = 8 * mebibyte;
/** A worker's segments: the one being written, and the one before it until it is shipped. */
const logBytesMaxPerWorker = 2 * 64 * mebibyte;
const otherGrowthMax = mebibyte;
/**
 * The most bytes that an event takes in the engine's directory. It includes roll-ups, and parts
 * that ClickHouse has yet to delete.
 */
const engineBytesPerEvent = 1_024;
const engineGrowthFree = 128 * mebibyte;

/** A growth up to the share plus the allowance is no leak. */
interface Measure {
  readonly name: string;
  readonly share: number;
  readonly allowance: (holding: Holding) => number;
  readonly of: (holding: Holding) => number;
}

const measures: readonly Measure[] = [
  {
    name: "memory",
    share: 0.25,
    // The engine's caches fill up with the data.
    allowance: ({ isEngine }) => (isEngine ? 256 : 32) * mebibyte,
    of: ({ memoryBytes }) => memoryBytes,
  },
  { name: "handles", share: 0.1, allowance: () => 32, of: ({ handles }) => handles },
  {
    name: "threads",
    share: 0.1,
    // The engine holds on to the threads that it once needed at the same time.
    allowance: ({ isEngine }) => (isEngine ? 64 : 8),
    of: ({ threads }) => threads,
  },
];

/**
 * Returns each leak as a sentence. The samples were taken under the same load after a warm-up.
 * These are leaks:
 *
 * - A process's median over the last third of the samples exceeds its maximum in the first third,
 *   by more than the share and the allowance. So a value that goes up and down is none.
 * - A process was replaced by another one.
 * - More bytes wait in the logs for the store, ever more, than a few batches have.
 * - The logs have more files than segments that may still be needed.
 * - The engine's directory grew by more than the events can explain, or anything else of `DATA_DIR`
 *   grew.
 */
export function findLeaks(samples: readonly Sample[], workers: number): string[] {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined) return ["no sample was taken"];
  return [
    ...[...last.processes.keys()].flatMap((name) => leaksOf(name, samples)),
    ...samples.flatMap((sample) => logLeaks(sample, workers)),
    ...diskLeaks(first, last),
  ];
}

function leaksOf(name: string, samples: readonly Sample[]): string[] {
  const holdings = samples.flatMap(({ processes }) => processes.get(name) ?? []);
  const pids = new Set(holdings.map(({ pid }) => pid));
  if (holdings.length < samples.length || pids.size > 1) {
    return [`${name} was not the same process all the time`];
  }
  const third = Math.ceil(holdings.length / 3);
  return measures.flatMap(({ name: measure, share, allowance, of }) => {
    const before = Math.max(...holdings.slice(0, third).map(of));
    const after = median(holdings.slice(-third).map(of));
    const most = before * (1 + share) + Math.max(...holdings.map(allowance));
    return after > most ? [`${name}: ${measure} grew from ${before} to ${after}`] : [];
  });
}

function logLeaks({ minute, unshippedBytes, disk }: Sample, workers: number): string[] {
  return [
    ...(unshippedBytes <= unshippedBytesMax
      ? []
      : [`minute ${minute}: ${unshippedBytes} bytes of the logs wait for the store`]),
    ...(disk.log <= logBytesMaxPerWorker * workers
      ? []
      : [`minute ${minute}: the logs take ${disk.log} bytes`]),
  ];
}

function diskLeaks(first: Sample, last: Sample): string[] {
  const events = last.acknowledged - first.acknowledged;
  const engineGrowth = last.disk.engine - first.disk.engine;
  const otherGrowth = last.disk.other - first.disk.other;
  return [
    ...(engineGrowth <= engineGrowthFree + engineBytesPerEvent * events
      ? []
      : [`the engine's directory grew by ${engineGrowth} bytes with ${events} events`]),
    ...(otherGrowth <= otherGrowthMax
      ? []
      : [`what else is in DATA_DIR grew by ${otherGrowth} bytes`]),
  ];
}
