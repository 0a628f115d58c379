import { readdir, readFile, readlink, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { bytesOnDisk } from "../../bench/usage.ts";
import { apiKey, type Target } from "../chaos/target.ts";

/** Several readings: a query or a merge in progress opens many files for a moment. */
const looks = 10;
const lookEveryMs = 500;
/** ClickHouse opens three of these for each thread, so they come and go with the threads. */
const filesOfThread = /^\/proc\/\d+\/task\//;

/**
 * The resources that a process holds: the least of several readings taken shortly after each other.
 */
export interface Holding {
  readonly pid: number;
  readonly isEngine: boolean;
  readonly memoryBytes: number;
  /** Open files, sockets and pipes, except those in `/proc` about single threads. */
  readonly handles: number;
  readonly threads: number;
}

/** The resources that Footfall holds at a moment. */
export interface Sample {
  /** Minutes since the load began. */
  readonly minute: number;
  /** By name: `main`, `worker 1`, …, `engine`. */
  readonly processes: ReadonlyMap<string, Holding>;
  /** Bytes that the parts of `DATA_DIR` occupy. */
  readonly disk: { readonly log: number; readonly engine: number; readonly other: number };
  /** Bytes in the logs that the store has not confirmed. */
  readonly unshippedBytes: number;
  readonly openDayRuns: number;
  readonly acknowledged: number;
}

/** Takes a sample. Linux only: it reads `/proc`. */
export async function takeSample(
  target: Target,
  minute: number,
  acknowledged: number,
): Promise<Sample> {
  const [processes, disk, metrics] = await Promise.all([
    leastHoldingsOf(target),
    diskOf(target.dataDirectory),
    metricsOf(target),
  ]);
  return {
    minute,
    processes,
    disk,
    unshippedBytes: valueIn(metrics, "footfall_event_log_bytes"),
    openDayRuns: valueIn(metrics, "footfall_open_day_rollup_increments_total"),
    acknowledged,
  };
}

async function leastHoldingsOf(target: Target): Promise<Map<string, Holding>> {
  const least = await holdingsOf(target);
  for (let look = 1; look < looks; look += 1) {
    await delay(lookEveryMs);
    for (const [name, holding] of await holdingsOf(target)) {
      const before = least.get(name) ?? holding;
      least.set(name, {
        ...holding,
        memoryBytes: Math.min(before.memoryBytes, holding.memoryBytes),
        handles: Math.min(before.handles, holding.handles),
        threads: Math.min(before.threads, holding.threads),
      });
    }
  }
  return least;
}

async function holdingsOf(target: Target): Promise<Map<string, Holding>> {
  const workers = target.workers().sort((a, b) => a - b);
  const holdings = new Map<string, Holding>();
  for (const { pid, kind } of target.processes()) {
    const worker = workers.indexOf(pid) + 1;
    const name = kind === "engine" ? "engine" : worker > 0 ? `worker ${worker}` : "main";
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => undefined);
    const files = await openFilesOf(pid).catch(() => undefined);
    // It has ended.
    if (status === undefined || files === undefined) continue;
    const numberOf = (field: string) =>
      Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1]);
    holdings.set(name, {
      pid,
      isEngine: kind === "engine",
      memoryBytes: numberOf("VmRSS") * 1024,
      handles: files.filter((file) => !filesOfThread.test(file)).length,
      threads: numberOf("Threads"),
    });
  }
  return holdings;
}

/** Resolves with the paths that the process's handles lead to. */
async function openFilesOf(pid: number): Promise<string[]> {
  const directory = `/proc/${pid}/fd`;
  const links = (await readdir(directory)).map((fd) => readlink(join(directory, fd)));
  // A file may be closed meanwhile.
  const settled = await Promise.allSettled(links);
  return settled.flatMap((link) => (link.status === "fulfilled" ? [link.value] : []));
}

const parts = new Map<string, "log" | "engine">([
  ["log", "log"],
  ["clickhouse", "engine"],
]);

async function diskOf(dataDirectory: string): Promise<Sample["disk"]> {
  const disk = { log: 0, engine: 0, other: 0 };
  for (const entry of await readdir(dataDirectory, { withFileTypes: true })) {
    const path = join(dataDirectory, entry.name);
    const bytes = entry.isDirectory() ? await bytesOnDisk(path) : (await stat(path)).size;
    disk[parts.get(entry.name) ?? "other"] += bytes;
  }
  return disk;
}

async function metricsOf(target: Target): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const reply = await fetch(`${await target.url()}/metrics`, { headers });
  if (!reply.ok) throw new Error(`the metrics are answered with ${reply.status}`);
  return reply.text();
}

function valueIn(metrics: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1]);
}
