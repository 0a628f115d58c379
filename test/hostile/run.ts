import { setMaxListeners } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { randomFrom } from "../../bench/random.ts";
import { megabytes } from "../../bench/usage.ts";
import { Ledger, type Verdict } from "../chaos/ledger.ts";
import { Load } from "../chaos/load.ts";
import { violationsOf } from "../chaos/outcome.ts";
import { Target } from "../chaos/target.ts";
import { until } from "../chaos/wait.ts";
import type { ApiDocument } from "../helpers/api-document.ts";
import { slowness } from "../helpers/slowness.ts";
import { Attack, SlowGoodEvents } from "./attack.ts";
import { brokenHttp, slowRequests } from "./broken.ts";
import { send } from "./client.ts";
import { drawAttack, drawRequests } from "./draws.ts";
import { Examiner, turnMsMax } from "./examiner.ts";
import { countGoodEvents, type Fixtures, storeFixtures } from "./fixtures.ts";
import { knownAttacks } from "./known-attacks.ts";
import { noiseIn } from "./log-lines.ts";
import { type Memory, ProbeClient, probeArgs } from "./probe-client.ts";
import { surfacesOf } from "./requests.ts";
import { unreadAnswers } from "./unread-answers.ts";
import { toWire } from "./wire.ts";

const countingTimeoutMs = 30_000;
/** Requests before the first measurement of memory: caches are filled, and functions compiled. */
const warmUpRequests = 200;
/** Growth that caches may have at the end; all of them have limits. */
const heldBytesMax = 64 * 1024 ** 2;
const rssBytesMax = 256 * 1024 ** 2;
const nothing: Memory = { heldBytes: 0, rssBytes: 0 };
/** The first request of a process does work that later ones need not do. */
const coldStarts = 3;

export interface HostileOptions {
  readonly seed: number;
  /** No request is sent later than this. */
  readonly milliseconds: number;
  /** No request is sent after this many. */
  readonly requestsMax?: number;
  /** Good events per second. */
  readonly rate: number;
  /** The longest time that a slow request takes. */
  readonly slowSecondsMax: number;
  /** Time for the search for a violation's shortest request. */
  readonly shortenMs: number;
  /** Called with each fault at once. */
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface Hostility {
  readonly verdict: Verdict;
  /** The number of answers by operation and status. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly memory: { readonly before: Memory; readonly after: Memory };
  readonly logLines: number;
  readonly slowestGoodMs: number;
  /** The longest turn of the event loop, whatever caused it. */
  readonly longestTurnMs: number;
  /** Everything that must not be. */
  readonly violations: readonly string[];
}

/**
 * Sends hostile requests to the built program, beside good events, and reports their effect on it.
 * Leaves neither a process nor a file behind. Throws if the run is stuck.
 */
export async function runHostile(options: HostileOptions): Promise<Hostility> {
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  // Every sender adds a listener.
  setMaxListeners(0, signal);
  const directory = await mkdtemp(join(tmpdir(), "footfall-hostile-"));
  const target = new Target({ directory, workers: 1, nodeArgs: probeArgs, signal });
  try {
    await mkdir(target.dataDirectory);
    const cold = await startCold(target, signal);
    const hostility = await attack(target, { ...options, signal });
    await target.stop();
    const log = (await readFile(join(directory, "footfall.log"), "utf8")).trimEnd().split("\n");
    return {
      ...hostility,
      logLines: log.length,
      violations: [
        ...cold,
        ...hostility.violations,
        ...target.wrongEnds,
        ...noiseIn(log, hostility.seconds),
      ],
    };
  } finally {
    over.abort();
    await target.end();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts the program and sends the requests that take the longest the first time. */
async function startCold(target: Target, signal: AbortSignal): Promise<string[]> {
  const wire = toWire({ method: "GET", target: "/openapi.json", headers: [] });
  for (let i = 1; ; i += 1) {
    await target.start();
    const probe = await ProbeClient.connect(target.dataDirectory);
    await probe.worstMs();
    await send(await target.url(), { kind: "", wire }, signal);
    const turnMs = await probe.worstMs();
    probe.close();
    if (turnMs <= turnMsMax) return [];
    const text = `GET /openapi.json, the first time: blocks the event loop for ${turnMs.toFixed(0)} ms`;
    if (i === coldStarts) return [text];
    await target.stop();
  }
}

async function attack(
  target: Target,
  options: HostileOptions,
): Promise<Omit<Hostility, "logLines"> & { readonly seconds: number }> {
  const { seed, rate, requestsMax = Number.POSITIVE_INFINITY, signal } = options;
  const begunMs = Date.now();
  const url = await target.url();
  const probe = await ProbeClient.connect(target.dataDirectory);
  const fixtures = await storeFixtures(target);
  const ledger = new Ledger();
  const load = new Load({
    target,
    ledger,
    websites: [fixtures.good],
    random: randomFrom(seed),
    rate,
    bulkPauseMsMax: 2_000,
    signal,
  });
  const good = new SlowGoodEvents();
  load.onAcknowledged((tookMs) => good.take(tookMs));
  const examiner = new Examiner({ url, probe, good, slowness, signal });
  const attack = new Attack({ ...options, url, probe, good, examiner });
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as ApiDocument;
  const draws = drawRequests([...surfacesOf(document, fixtures), brokenHttp], seed);
  const slow = drawRequests([slowRequests(options.slowSecondsMax)], seed);
  const isLate = () => Date.now() - begunMs > options.milliseconds;
  load.start();
  for (const known of knownAttacks(fixtures)) {
    if (!isLate()) await attack.ask(drawAttack(known));
  }
  await attack.run(draws, slow, () => attack.sent >= warmUpRequests || isLate());
  const before = attack.hasEnded ? nothing : await probe.memory();
  await attack.run(draws, slow, () => attack.sent >= requestsMax || isLate());
  const after = attack.hasEnded ? before : await probe.memory();
  const unread = attack.hasEnded
    ? []
    : await unreadAnswers(url, "/openapi.json", { probe, signal });
  probe.close();
  await load.stop();
  const verdict = await countEverything(target, fixtures, { ledger, signal });
  return {
    verdict,
    answers: attack.answers,
    memory: { before, after },
    slowestGoodMs: good.slowestMs,
    longestTurnMs: attack.longestTurnMs,
    seconds: (Date.now() - begunMs) / 1000,
    violations: [
      ...attack.violations,
      ...load.wrongAnswers.slice(0, 5).map((text) => `a good event: ${text}`),
      ...violationsOf(verdict),
      ...memoryKept(before, after),
      ...unread,
    ],
  };
}

/**
 * Waits until the acknowledged events are in the statistics. That takes a second; a busy machine
 * gets more time.
 */
async function countEverything(
  target: Target,
  { good }: Fixtures,
  { ledger, signal }: { ledger: Ledger; signal: AbortSignal },
): Promise<Verdict> {
  const deadline = Date.now() + countingTimeoutMs;
  let verdict = ledger.compare(new Map());
  const isCounted = async () => {
    verdict = ledger.compare(await countGoodEvents(await target.url(), good.id));
    return verdict.missing.length === 0 || Date.now() > deadline;
  };
  await until("the counting", isCounted, { signal, timeoutMs: 2 * countingTimeoutMs });
  return verdict;
}

function memoryKept(before: Memory, after: Memory): string[] {
  const grown = (what: keyof Memory, bytesMax: number) => {
    const bytes = after[what] - before[what];
    return bytes > bytesMax ? [`${megabytes(bytes)} MB more ${what} than before`] : [];
  };
  return [...grown("heldBytes", heldBytesMax), ...grown("rssBytes", rssBytesMax)];
}
