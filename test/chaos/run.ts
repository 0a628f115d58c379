import { setMaxListeners } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { randomFrom } from "../../bench/random.ts";
import { drawFaults, type Fault, pause, type Scene } from "./faults.ts";
import { Ledger, type Verdict } from "./ledger.ts";
import { domain, Load } from "./load.ts";
import { apiKey, Target } from "./target.ts";
import { until } from "./wait.ts";

const shippingTimeoutMs = 60_000;

export interface ChaosOptions {
  readonly faults: readonly Fault[];
  /** Fixes the order of the faults and the pauses, though not what they hit. */
  readonly seed: number;
  /** No fault begins later. */
  readonly milliseconds: number;
  /** No fault begins after that many SIGKILLs. */
  readonly killsMax: number;
  /** No fault begins after that many. */
  readonly faultsMax?: number;
  /** `WORKERS` of the program. */
  readonly workers: number;
  /** Single events, a second; those in bulk come on top. */
  readonly rate: number;
  readonly pauseMsMax: number;
  readonly freezeMsMax: number;
  /** Leaves the directory behind, for a look at it. */
  readonly keep?: boolean;
  /** Is told of each fault before it happens. */
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

/** What became of one kind of fault. */
export interface FaultCount {
  times: number;
  kills: number;
  /** The longest time without an acknowledged single event, until the next fault. */
  outageMs: number;
}

export interface Chaos {
  readonly verdict: Verdict;
  readonly counts: ReadonlyMap<string, FaultCount>;
  readonly answers: ReadonlyMap<string, number>;
  readonly refusedStarts: readonly string[];
  /** Everything that must not be, one sentence each. */
  readonly violations: readonly string[];
}

/**
 * Runs the built program under load, hits it with one fault after the other, and compares what was
 * acknowledged with what is counted. Leaves neither a process nor, unless told to, a file behind.
 * Throws when it is stuck.
 */
export async function runChaos(options: ChaosOptions): Promise<Chaos> {
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  // Every sender that pauses listens.
  setMaxListeners(0, signal);
  const directory = await mkdtemp(join(tmpdir(), "footfall-chaos-"));
  const target = new Target(directory, options.workers, signal);
  try {
    await mkdir(target.dataDirectory);
    return await hit(target, { ...options, signal });
  } finally {
    over.abort();
    await target.end();
    if (options.keep) options.report(`kept ${directory}`);
    else await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function hit(target: Target, options: ChaosOptions): Promise<Chaos> {
  const { seed, rate, freezeMsMax, signal } = options;
  await target.start();
  const websiteId = await storeWebsite(await target.url());
  const ledger = new Ledger();
  // A generator of its own: how fast the load is must not change the order of the faults.
  const load = new Load({ target, ledger, websiteId, random: randomFrom(seed + 1), rate, signal });
  load.start();
  const random = randomFrom(seed);
  const scene: Scene = { target, load, ledger, random, freezeMsMax, signal };
  const counts = await inflictFaults(scene, options);
  options.report("the faults are over");
  await load.stop();
  await shipEverything(target, signal);
  const verdict = ledger.compare(await target.counts(websiteId));
  return {
    verdict,
    counts,
    answers: load.answers,
    refusedStarts: target.refusedStarts,
    violations: [
      ...violationsOf(verdict),
      ...target.wrongEnds,
      ...load.wrongAnswers.slice(0, 20),
      ...(await target.rejected()).map((name) => `set aside: ${name}`),
    ],
  };
}

async function inflictFaults(
  scene: Scene,
  options: ChaosOptions,
): Promise<Map<string, FaultCount>> {
  const { milliseconds, killsMax, faultsMax = Number.POSITIVE_INFINITY } = options;
  const { pauseMsMax, report } = options;
  const { load, random } = scene;
  const begunMs = Date.now();
  const counts = new Map<string, FaultCount>();
  let current: FaultCount | undefined;
  let lastMs = begunMs;
  load.onAcknowledged(() => {
    const now = Date.now();
    if (current !== undefined) current.outageMs = Math.max(current.outageMs, now - lastMs);
    lastMs = now;
  });
  let kills = 0;
  let drawn = 0;
  for (const fault of drawFaults(options.faults, random)) {
    if (Date.now() - begunMs >= milliseconds || kills >= killsMax || drawn >= faultsMax) break;
    drawn += 1;
    await pause(scene, pauseMsMax);
    report(`${((Date.now() - begunMs) / 1000).toFixed(1).padStart(6)} s  ${fault.name}`);
    const before = current;
    current = counts.get(fault.name) ?? { times: 0, kills: 0, outageMs: 0 };
    const killed = await fault.inflict(scene);
    if (killed === undefined) {
      report("          there is none");
      current = before;
      continue;
    }
    current.times += 1;
    current.kills += killed;
    counts.set(fault.name, current);
    kills += killed;
  }
  return counts;
}

async function storeWebsite(url: string): Promise<number> {
  const reply = await fetch(`${url}/api/v1/websites`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}` },
    body: new URLSearchParams({ domain }),
  });
  if (reply.status !== 201) throw new Error(`the website was answered with ${reply.status}`);
  return ((await reply.json()) as { data: { id: number } }).data.id;
}

/** Resolves, with the program running, when nothing that was sent so far is still on its way. */
async function shipEverything(target: Target, signal: AbortSignal): Promise<void> {
  await target.stop();
  const written = await target.logs();
  await target.start();
  const isShipped = async () => {
    const left = await target.logs();
    return !left.some((name) => written.includes(name));
  };
  await until("the shipping of all logs", isShipped, { signal, timeoutMs: shippingTimeoutMs });
}

/** Everything that must not be, one sentence for each kind. */
export function violationsOf(verdict: Verdict): string[] {
  const kinds = ["missing", "doubled", "refusedButCounted", "torn", "neverSent"] as const;
  return kinds.flatMap((kind) => {
    const ids = verdict[kind];
    const some = ids.slice(0, 20).join(", ");
    return ids.length === 0 ? [] : [`${kind}: ${ids.length}, such as ${some}`];
  });
}
