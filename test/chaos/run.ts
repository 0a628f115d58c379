import { setMaxListeners } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { randomFrom } from "../../bench/random.ts";
import { drawFaults, type Fault, pause, type Scene } from "./faults.ts";
import { Ledger } from "./ledger.ts";
import { Load } from "./load.ts";
import { openDaySettings } from "./open-day-rollup.ts";
import { type Outcome, seeOutcome } from "./outcome.ts";
import { Queries } from "./queries.ts";
import { Target } from "./target.ts";
import { historyOfToday, insertHistory, storeWebsite } from "./website.ts";

const bulkPauseMsMax = 200;

export interface ChaosOptions {
  readonly faults: readonly Fault[];
  /** Fixes the order of the faults and the pauses, though not what they hit. */
  readonly seed: number;
  /** No fault begins later than this. */
  readonly milliseconds: number;
  /** No fault begins after this many SIGKILLs. */
  readonly killsMax: number;
  /** No fault begins after this many faults. */
  readonly faultsMax?: number;
  /** `WORKERS` of the program. */
  readonly workers: number;
  /** Single events per second; bulk events come on top. */
  readonly rate: number;
  /**
   * Events that today has before the load begins. If there are any, the day is rolled up during the
   * load.
   */
  readonly historyEvents?: number;
  readonly pauseMsMax: number;
  readonly freezeMsMax: number;
  /** Leaves the directory behind for inspection. */
  readonly keep?: boolean;
  /** Called with each fault before it happens. */
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

/** The results of one kind of fault. */
export interface FaultCount {
  times: number;
  kills: number;
  /** The longest time without an acknowledged single event, until the next fault. */
  outageMs: number;
}

export interface Chaos extends Outcome {
  readonly counts: ReadonlyMap<string, FaultCount>;
  readonly answers: ReadonlyMap<string, number>;
  readonly refusedStarts: readonly string[];
}

/**
 * Runs the built program under load and hits it with one fault after the other. Then compares the
 * acknowledged events with the counted ones. Leaves no process behind, and no file unless `keep` is
 * set. Throws if the run is stuck.
 */
export async function runChaos(options: ChaosOptions): Promise<Chaos> {
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  // Every sender that pauses adds a listener.
  setMaxListeners(0, signal);
  const directory = await mkdtemp(join(tmpdir(), "footfall-chaos-"));
  const { workers, historyEvents = 0 } = options;
  const settings = historyEvents > 0 ? openDaySettings : {};
  const target = new Target({ directory, workers, settings, signal });
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
  const { seed, rate, freezeMsMax, historyEvents = 0, signal } = options;
  await target.start();
  const website = await storeWebsite(target);
  const history = historyEvents > 0 ? historyOfToday(website, historyEvents) : undefined;
  if (history) await insertHistory(target, website, history);
  const ledger = new Ledger();
  const load = new Load({
    target,
    ledger,
    websites: [website],
    // The faults have a generator of their own: the load's speed must not change their order.
    random: randomFrom(seed + 1),
    rate,
    bulkPauseMsMax,
    signal,
  });
  const queries = new Queries(target, website, ledger, historyEvents);
  load.start();
  queries.start(signal);
  const scene: Scene = { target, load, ledger, random: randomFrom(seed), freezeMsMax, signal };
  const counts = await inflictFaults(scene, options);
  options.report("the faults are over");
  await queries.stop();
  await load.stop();
  const outcome = await seeOutcome({ target, website, load, ledger, queries, history, signal });
  return { ...outcome, counts, answers: load.answers, refusedStarts: target.refusedStarts };
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
