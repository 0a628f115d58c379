import { setTimeout as delay } from "node:timers/promises";

import type { Ledger } from "./ledger.ts";
import type { Load } from "./load.ts";
import { signalProcess } from "./processes.ts";
import type { Target } from "./target.ts";
import { until } from "./wait.ts";

const startingMsMax = 1_500;
const stoppingMsMax = 500;
const fullMsMax = 1_000;
/** The least that the configuration allows. */
const smallLog = { EVENT_LOG_BYTES_MAX: String(1024 ** 2) };

/** The parts that a fault may act on. */
export interface Scene {
  readonly target: Target;
  readonly load: Load;
  readonly ledger: Ledger;
  readonly random: () => number;
  /** The longest time that SIGSTOP holds the engine. */
  readonly freezeMsMax: number;
  readonly signal: AbortSignal;
}

export interface Fault {
  readonly name: string;
  /** Times that the fault is drawn before all others have been. */
  readonly weight: number;
  /** Resolves with the number of SIGKILLs; `undefined` if the fault cannot happen now. */
  readonly inflict: (scene: Scene) => Promise<number | undefined>;
}

export const faults: readonly Fault[] = [
  { name: "kill -9 of all processes", weight: 3, inflict: killTree },
  { name: "kill -9 of the main process", weight: 3, inflict: killMain },
  { name: "kill -9 of a worker", weight: 3, inflict: killWorker },
  { name: "kill -9 of the engine", weight: 3, inflict: killEngine },
  { name: "kill -9 during a start", weight: 1, inflict: killStart },
  { name: "kill -9 during a stop", weight: 1, inflict: killStop },
  { name: "SIGSTOP of the engine", weight: 1, inflict: freezeEngine },
  { name: "a full log", weight: 1, inflict: fillLog },
  { name: "a restart", weight: 1, inflict: restart },
];

/**
 * Yields the faults in random order without end. Each comes as often as its weight says before the
 * next round begins.
 */
export function* drawFaults<F extends Pick<Fault, "weight">>(
  faults: readonly F[],
  random: () => number,
): Generator<F, never> {
  for (;;) {
    const round = faults.flatMap((fault) => Array<F>(fault.weight).fill(fault));
    while (round.length > 0) yield* round.splice(Math.floor(random() * round.length), 1);
  }
}

async function killTree({ target }: Scene): Promise<number> {
  await target.killTree();
  await target.start();
  return 1;
}

async function killMain({ target }: Scene): Promise<number> {
  await target.killMain();
  await target.start();
  return 1;
}

async function killWorker({ target, random }: Scene): Promise<number | undefined> {
  const workers = target.workers();
  const worker = workers[Math.floor(random() * workers.length)];
  if (worker === undefined) return undefined;
  signalProcess(worker, "SIGKILL");
  return 1;
}

async function killEngine({ target }: Scene): Promise<number> {
  signalProcess(await target.engine(), "SIGKILL");
  return 1;
}

async function killStart(scene: Scene): Promise<number> {
  const { target, random } = scene;
  await target.killTree();
  target.launch();
  await pause(scene, startingMsMax);
  if (random() < 0.5) await target.killTree();
  else await target.killMain();
  await target.start();
  return 2;
}

async function killStop(scene: Scene): Promise<number> {
  const { target } = scene;
  target.beginStop();
  await pause(scene, stoppingMsMax);
  await target.killTree();
  await target.start();
  return 1;
}

/**
 * Stops the engine for a while. Afterwards the engine continues, or is killed as it stands, alone
 * or with all other processes.
 */
async function freezeEngine(scene: Scene): Promise<number> {
  const { target, random, freezeMsMax } = scene;
  const engine = await target.engine();
  signalProcess(engine, "SIGSTOP");
  await pause(scene, freezeMsMax);
  const end = random();
  if (end < 0.2) return killTree(scene);
  signalProcess(engine, end < 0.4 ? "SIGKILL" : "SIGCONT");
  return end < 0.4 ? 1 : 0;
}

async function fillLog(scene: Scene): Promise<number> {
  const { target, load, ledger, random, signal } = scene;
  await target.stop();
  await target.start(smallLog);
  await until("an event", moreThan(ledger.acknowledged, ledger), { signal });
  const engine = await target.engine();
  signalProcess(engine, "SIGSTOP");
  const { refusals } = load;
  const isFull = () => load.refusals > refusals;
  await load.flood(() => until("503 LOG_FULL", isFull, { signal }));
  await pause(scene, fullMsMax);
  if (random() < 0.3) return killTree(scene);
  signalProcess(engine, "SIGCONT");
  await until("an event after a full log", moreThan(ledger.acknowledged, ledger), { signal });
  return 0;
}

async function restart({ target }: Scene): Promise<number> {
  await target.stop();
  await target.start();
  return 0;
}

function moreThan(count: number, ledger: Ledger): () => boolean {
  return () => ledger.acknowledged > count;
}

/**
 * Waits for a random time. The random pauses between blows are the point: they hit something
 * different each time.
 */
export async function pause({ random, signal }: Scene, msMax: number): Promise<void> {
  await delay(random() * msMax, undefined, { signal });
}
