import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

import { randomFrom } from "../../bench/random.ts";
import { freePort } from "../../src/base/net/free-port.ts";
import { drawFaults } from "../chaos/faults.ts";
import { Ledger } from "../chaos/ledger.ts";
import { type Address, Load } from "../chaos/load.ts";
import { Cluster } from "./cluster.ts";
import type { ClusterFault, Scene } from "./faults.ts";
import { type Judgement, judge } from "./judgement.ts";
import { startNginx } from "./nginx.ts";
import { type Outcome, seeOutcome } from "./outcome.ts";
import { Prober, type Sample } from "./prober.ts";
import { Reference } from "./reference.ts";

/** A program that has just started is slower. */
const warmUpMs = 10_000;
/** nginx's answers for a Footfall that is gone. */
const ofProxy = [502, 504];

export interface ClusterRunOptions {
  readonly faults: readonly ClusterFault[];
  /** Fixes the order of the faults, the pauses and the known events, though not what is hit. */
  readonly seed: number;
  readonly engines: number;
  readonly workers: number;
  readonly areNamed: boolean;
  /**
   * Where requests go: to each Footfall, to an nginx that is started for them, or to an address
   * that somebody else has in front of the Footfalls at `ports`.
   */
  readonly front: "direct" | "nginx" | { readonly url: string; readonly ports: readonly number[] };
  /** Single events per second; bulk events come on top. */
  readonly rate: number;
  /** The longest time that a sender of bulk events waits before the next request. */
  readonly bulkPauseMsMax: number;
  /** The time without a fault at the beginning; 0 if nobody looks at latencies. */
  readonly undisturbedMs: number;
  readonly outageMs: number;
  readonly pauseMsMax: number;
  /** Number of events of each website whose answers are compared with those of a single server. */
  readonly knownEvents: number;
  /** Leaves the directory behind for inspection. */
  readonly keep?: boolean;
  /** Called with each fault before it happens, and with each step afterwards. */
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

/** The queries during one outage. */
export interface JudgedOutage extends Judgement {
  readonly fault: string;
}

export interface ClusterRun extends Outcome {
  readonly outages: readonly JudgedOutage[];
  readonly requests: ReadonlyMap<string, number>;
  /** Queries that were answered, or refused. */
  readonly queries: number;
  /** Times that are too long, one sentence each. */
  readonly slow: readonly string[];
}

/**
 * Runs two Footfalls as built on several servers, under load, and hits them with each fault once.
 * Then compares the acknowledged events with the counted ones, and answers with those of a single
 * server. Leaves no process behind, and no file unless `keep` is set. Throws if the run is stuck.
 */
export async function runCluster(options: ClusterRunOptions): Promise<ClusterRun> {
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  // Every sender that pauses adds a listener.
  setMaxListeners(0, signal);
  const { engines, workers, areNamed, front } = options;
  const ports = await portsFor(front);
  const settings = { engines, workers, areNamed, footfalls: 2, ports, signal };
  const cluster = await Cluster.start(settings);
  let reference: Reference | undefined;
  try {
    reference = await Reference.start(cluster, { ...options, signal });
    return await hit(cluster, reference, ports, { ...options, signal });
  } finally {
    over.abort();
    await reference?.end();
    await cluster.end(options.keep ?? false);
    if (options.keep) options.report(`kept ${cluster.directory}`);
  }
}

async function portsFor(front: ClusterRunOptions["front"]): Promise<readonly number[]> {
  if (typeof front !== "string") return front.ports;
  return front === "direct" ? [] : [await freePort("127.0.0.1"), await freePort("127.0.0.1")];
}

/** Returns the addresses that take the requests. */
async function addressesOf(
  cluster: Cluster,
  front: ClusterRunOptions["front"],
  ports: readonly number[],
): Promise<readonly Address[]> {
  if (front === "direct") return cluster.footfalls;
  const url = front === "nginx" ? await startNginx({ ports }) : front.url;
  return [{ url: async () => url }];
}

async function hit(
  cluster: Cluster,
  reference: Reference,
  ports: readonly number[],
  options: ClusterRunOptions,
): Promise<ClusterRun> {
  const { seed, rate, bulkPauseMsMax, outageMs, front, signal } = options;
  const addresses = await addressesOf(cluster, front, ports);
  const websites = await cluster.storeLoaded();
  const ledger = new Ledger();
  const loads = addresses.map((target, i) => {
    const random = randomFrom(seed + 1 + i);
    return new Load({
      target,
      ledger,
      websites,
      random,
      rate: rate / addresses.length,
      bulkPauseMsMax,
      ...(front !== "direct" && { excusedStatuses: ofProxy }),
      signal,
    });
  });
  const prober = new Prober({
    addresses,
    websites,
    ledger,
    ...(front !== "direct" && { excusedStatuses: ofProxy }),
    signal,
  });
  for (const load of loads) load.start();
  prober.start();
  const random = randomFrom(seed);
  const scene: Scene = { cluster, websites, prober, loads, ledger, random, outageMs, signal };
  const undisturbed = await observe(prober, options);
  const sending = reference.sendDuringFaults(addresses, options.faults.length * outageMs);
  sending.catch(() => {});
  const outages = await inflictFaults(scene, undisturbed, options);
  options.report("the faults are over");
  await sending;
  await prober.stop();
  for (const load of loads) await load.stop();
  const outcome = await seeOutcome(scene, reference, addresses, options.report);
  return {
    verdict: outcome.verdict,
    firstRolledUp: outcome.firstRolledUp,
    outages,
    requests: sumOf(loads.map(({ answers }) => answers)),
    queries: prober.samples.filter(({ status }) => status !== 0).length,
    violations: [...outages.flatMap(({ violations }) => violations), ...outcome.violations],
    slow: outages.flatMap(({ fault, slow }) => slow.map((text) => `${fault}: ${text}`)),
  };
}

/** Resolves with the queries of a time without a fault, under the same load. */
async function observe(
  prober: Prober,
  { undisturbedMs, signal }: ClusterRunOptions,
): Promise<readonly Sample[]> {
  if (undisturbedMs === 0) return [];
  await delay(warmUpMs, undefined, { signal });
  const fromMs = performance.now();
  await delay(undisturbedMs, undefined, { signal });
  return prober.during(fromMs, performance.now());
}

async function inflictFaults(
  scene: Scene,
  undisturbed: readonly Sample[],
  { faults, pauseMsMax, report }: ClusterRunOptions,
): Promise<JudgedOutage[]> {
  const { prober, random, signal } = scene;
  const begunMs = performance.now();
  const judged: JudgedOutage[] = [];
  const drawn = drawFaults(
    faults.map((fault) => ({ ...fault, weight: 1 })),
    random,
  );
  for (let i = 0; i < faults.length; i += 1) {
    const { name, inflict } = drawn.next().value;
    await delay(random() * pauseMsMax, undefined, { signal });
    report(`${((performance.now() - begunMs) / 1000).toFixed(1).padStart(6)} s  ${name}`);
    const outages = await inflict(scene).catch((error: unknown) => {
      throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
    });
    for (const outage of outages) {
      const during = prober.during(outage.fromMs, outage.toMs);
      judged.push({ ...judge(outage, undisturbed, during), fault: name });
    }
  }
  return judged;
}

function sumOf(maps: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const [name, count] of maps.flatMap((map) => [...map])) {
    sum.set(name, (sum.get(name) ?? 0) + count);
  }
  return sum;
}
