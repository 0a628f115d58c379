import { setTimeout as delay } from "node:timers/promises";

import { pick } from "../../bench/random.ts";
import type { Ledger } from "../chaos/ledger.ts";
import type { Load } from "../chaos/load.ts";
import { apiKey, type Target } from "../chaos/target.ts";
import { until } from "../chaos/wait.ts";
import type { Cluster, PlacedWebsite } from "./cluster.ts";
import type { Engine } from "./engine.ts";
import type { Outage } from "./judgement.ts";
import { hasNextSchema, makeNextRelease } from "./next-release.ts";
import type { Prober } from "./prober.ts";

const answerTimeoutMs = 10_000;
const moverKills = 3;
const moverMsMax = 3_000;

/** The parts that a fault may act on. */
export interface Scene {
  readonly cluster: Cluster;
  readonly websites: readonly PlacedWebsite[];
  readonly prober: Prober;
  readonly loads: readonly Load[];
  readonly ledger: Ledger;
  readonly random: () => number;
  /** The time that a server is dead or frozen. */
  readonly outageMs: number;
  readonly signal: AbortSignal;
}

export interface ClusterFault {
  readonly name: string;
  /** Inflicts the fault, and ends it. Resolves with the outages whose queries are to be judged. */
  readonly inflict: (scene: Scene) => Promise<Outage[]>;
}

export const faults: readonly ClusterFault[] = [
  { name: "kill -9 of the first server", inflict: (scene) => killEngine(scene, 0) },
  { name: "kill -9 of another server", inflict: (scene) => killEngine(scene, other(scene)) },
  { name: "SIGSTOP of the first server", inflict: (scene) => freezeEngine(scene, 0) },
  { name: "SIGSTOP of another server", inflict: (scene) => freezeEngine(scene, other(scene)) },
  { name: "SIGSTOP, then kill -9 of a server", inflict: freezeAndKill },
  { name: "kill -9 of a Footfall", inflict: killFootfall },
  { name: "kill -9 of a Footfall and the first server", inflict: (scene) => killBoth(scene, 0) },
  {
    name: "kill -9 of a Footfall and another server",
    inflict: (scene) => killBoth(scene, other(scene)),
  },
  { name: "a new Footfall without the first server", inflict: startWithoutFirst },
  { name: "a new Footfall without another server", inflict: startWithoutOther },
  { name: "an upgrade without another server", inflict: upgradeWithout },
  { name: "a move whose mover is killed", inflict: moveWebsite },
  { name: "a drain", inflict: drain },
  { name: "a drain without another server", inflict: drainWithout },
];

/** Returns the position of a server that is not the first. */
function other({ cluster, random }: Scene): number {
  return 1 + Math.floor(random() * (cluster.engines.length - 1));
}

async function killEngine(scene: Scene, position: number): Promise<Outage[]> {
  const engine = engineAt(scene, position);
  await engine.kill();
  const outage = await lastingOutage(scene, "dead", position);
  await engine.start();
  await scene.prober.recovered(position);
  return [outage];
}

async function freezeEngine(scene: Scene, position: number): Promise<Outage[]> {
  const engine = engineAt(scene, position);
  engine.freeze();
  const outage = await lastingOutage(scene, "frozen", position);
  engine.thaw();
  await scene.prober.recovered(position);
  return [outage];
}

async function freezeAndKill(scene: Scene): Promise<Outage[]> {
  const position = Math.floor(scene.random() * scene.cluster.engines.length);
  const engine = engineAt(scene, position);
  engine.freeze();
  const outage = await lastingOutage(scene, "frozen", position);
  await engine.kill();
  await engine.start();
  await scene.prober.recovered(position);
  return [outage];
}

async function killFootfall(scene: Scene): Promise<Outage[]> {
  const footfall = anyFootfall(scene);
  await footfall.killTree();
  await footfall.start();
  return [];
}

/** The Footfall starts without the server, from the copy in its directory. */
async function killBoth(scene: Scene, position: number): Promise<Outage[]> {
  const engine = engineAt(scene, position);
  const footfall = anyFootfall(scene);
  await Promise.all([engine.kill(), footfall.killTree()]);
  await footfall.start();
  await expectAccepted(scene, footfall, scene.websites);
  // A start takes the machine's processors, so times are taken from here on.
  const outage = await lastingOutage(scene, "dead", position);
  await engine.start();
  await scene.prober.recovered(position);
  return [outage];
}

/** Without the first server and a copy of its websites, Footfall knows nothing, and says so. */
async function startWithoutFirst(scene: Scene): Promise<Outage[]> {
  const engine = engineAt(scene, 0);
  const added = await scene.cluster.add("added-1");
  try {
    await engine.kill();
    await added.start();
    const [website] = scene.websites;
    if (website !== undefined) {
      const statuses = [await sendEvent(added, website, "/early"), await ask(added, website)];
      if (statuses.some((status) => status !== 503)) {
        throw new Error(`a Footfall that knows nothing answered ${statuses.join(" and ")}`);
      }
    }
    await engine.start();
    await until("answers of a new Footfall", () => answersAll(scene, added), scene);
    await expectAccepted(scene, added, scene.websites);
    await stopAdded(added);
  } finally {
    await added.end();
  }
  await scene.prober.recovered(0);
  return [];
}

async function startWithoutOther(scene: Scene): Promise<Outage[]> {
  const position = other(scene);
  const engine = engineAt(scene, position);
  const added = await scene.cluster.add("added-2");
  try {
    await engine.kill();
    await added.start();
    await expectAccepted(scene, added, scene.websites);
    for (const website of scene.websites) {
      const status = await ask(added, website);
      const expected = website.engine === position ? 503 : 200;
      if (status !== expected) {
        throw new Error(`a new Footfall answered ${status} about ${website.domain}`);
      }
    }
    await engine.start();
    await until("answers of a new Footfall", () => answersAll(scene, added), scene);
    await stopAdded(added);
  } finally {
    await added.end();
  }
  await scene.prober.recovered(position);
  return [];
}

/**
 * All instances become the next release, with one more file in schema/, while a server is
 * unavailable. When it is back, it gets the file before anything else.
 */
async function upgradeWithout(scene: Scene): Promise<Outage[]> {
  const { cluster } = scene;
  const position = other(scene);
  const engine = engineAt(scene, position);
  const mainFile = await makeNextRelease(cluster.directory);
  await engine.kill();
  for (const footfall of cluster.footfalls) {
    await footfall.stop();
    footfall.mainFile = mainFile;
    await footfall.start();
    await expectAccepted(scene, footfall, scene.websites);
  }
  await engine.start();
  await scene.prober.recovered(position);
  for (const each of cluster.engines) {
    if (!(await each.query(hasNextSchema))) throw new Error("a server lacks the new column");
  }
  return [];
}

/** The mover is killed at random moments. Started once more, it goes on to the end. */
async function moveWebsite(scene: Scene): Promise<Outage[]> {
  const { cluster, websites, prober, random, signal } = scene;
  const website = pick(random, websites);
  const step = 1 + Math.floor(random() * (cluster.engines.length - 1));
  const to = (website.engine + step) % cluster.engines.length;
  const footfall = anyFootfall(scene);
  const args = ["move", "--website", website.domain, "--to", cluster.nameOf(to)];
  for (let kills = 0; kills < moverKills; kills += 1) {
    const mover = footfall.command(args);
    await delay(random() * moverMsMax, undefined, { signal });
    mover.kill();
    await mover.ended;
  }
  const { code, output } = await footfall.command(args).ended;
  if (code !== 0) throw new Error(`the move ended with ${code}: ${output}`);
  website.engine = to;
  await prober.recovered(to);
  return [];
}

/** A Footfall that was stopped and drained has left nothing behind. */
async function drain(scene: Scene): Promise<Outage[]> {
  const footfall = anyFootfall(scene);
  await footfall.stop();
  const { code, output } = await footfall.command(["drain"]).ended;
  if (code !== 0) throw new Error(`the drain ended with ${code}: ${output}`);
  const left = await footfall.logs();
  if (left.length > 0) throw new Error(`a drained Footfall left ${left.join(", ")}`);
  await footfall.start();
  return [];
}

/** A drain that cannot ship everything leaves it for the next start. */
async function drainWithout(scene: Scene): Promise<Outage[]> {
  const position = other(scene);
  const engine = engineAt(scene, position);
  const footfall = anyFootfall(scene);
  await engine.kill();
  await expectAccepted(scene, footfall, scene.websites);
  await footfall.stop();
  const { code, output } = await footfall.command(["drain"]).ended;
  if (code !== 1) throw new Error(`a drain without a server ended with ${code}: ${output}`);
  await footfall.start();
  await expectAccepted(scene, footfall, scene.websites);
  await engine.start();
  await scene.prober.recovered(position);
  return [];
}

/**
 * Sends an event of each website, which must be accepted whatever is away. Keyed events in bulk may
 * be refused, as their records cannot be looked up.
 */
async function expectAccepted(
  { ledger, loads }: Scene,
  footfall: Target,
  websites: readonly PlacedWebsite[],
): Promise<void> {
  const [load] = loads;
  for (const website of websites) {
    const range = ledger.send(1);
    const status = await load?.sendOne(range, await footfall.url(), website);
    if (status !== 202) throw new Error(`an event of ${website.domain} was answered ${status}`);
  }
}

async function answersAll({ websites }: Scene, footfall: Target): Promise<boolean> {
  const statuses = await Promise.all(websites.map((website) => ask(footfall, website)));
  return statuses.every((status) => status === 200);
}

/** Resolves with the status of the answer to a query about a website. */
export async function ask(footfall: Target, { id, today }: PlacedWebsite): Promise<number> {
  const query = `name=page&from=${today}&to=${today}`;
  const reply = await fetch(`${await footfall.url()}/api/v1/stats/${id}?${query}`, {
    headers: { authorization: `Bearer ${apiKey}`, "cache-control": "no-cache" },
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  await reply.arrayBuffer();
  return reply.status;
}

async function sendEvent(
  footfall: Target,
  { domain }: PlacedWebsite,
  path: string,
): Promise<number> {
  const reply = await fetch(`${await footfall.url()}/api/event`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ domain, url: `https://${domain}${path}` }),
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  await reply.arrayBuffer();
  return reply.status;
}

/** A Footfall that was added for a while has shipped everything, or its events would be missing. */
async function stopAdded(added: Target): Promise<void> {
  await added.stop();
  const left = await added.logs();
  if (left.length > 0) throw new Error(`a Footfall left ${left.join(", ")} behind`);
}

async function lastingOutage(
  { outageMs, signal }: Scene,
  kind: Outage["kind"],
  engine: number,
): Promise<Outage> {
  const fromMs = performance.now();
  await delay(outageMs, undefined, { signal });
  return { kind, engine, fromMs, toMs: performance.now() };
}

function engineAt({ cluster }: Scene, position: number): Engine {
  const engine = cluster.engines[position];
  if (engine === undefined) throw new Error(`there is no server ${position + 1}`);
  return engine;
}

function anyFootfall({ cluster, random }: Scene): Target {
  const footfall = cluster.footfalls[Math.floor(random() * cluster.footfalls.length)];
  if (footfall === undefined) throw new Error("there is no Footfall");
  return footfall;
}
