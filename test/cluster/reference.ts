import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { randomFrom } from "../../bench/random.ts";
import type { Address } from "../chaos/load.ts";
import { apiKey, Target } from "../chaos/target.ts";
import { quietTimezone } from "../chaos/website.ts";
import type { Happening } from "../stats/happenings.ts";
import type { Cluster, PlacedWebsite } from "./cluster.ts";
import { Engine } from "./engine.ts";
import {
  allAnswers,
  awaitRollUps,
  differences,
  eventsPerRequest,
  type KnownWebsite,
  knownEvents,
  rolledUpDays,
  sendKnown,
} from "./known-events.ts";

/** A website of the cluster, the same website on a single server, and its events. */
interface Pair {
  readonly placed: PlacedWebsite;
  readonly single: KnownWebsite;
  readonly events: readonly Happening[];
}

export interface ReferenceOptions {
  readonly seed: number;
  /** Number of events of each website. */
  readonly knownEvents: number;
  readonly signal: AbortSignal;
}

/**
 * A Footfall on a single server, which gets the events of some websites that the cluster gets, too.
 * So all answers about these must be the same. Each server of the cluster has two of them: one gets
 * its events during the faults, the other one afterwards, right before the first comparison.
 */
export class Reference {
  readonly #cluster: Cluster;
  readonly #options: ReferenceOptions;
  readonly #engine: Engine;
  readonly #footfall: Target;
  readonly #nowMs = Date.now();
  #early: readonly Pair[] = [];
  #late: readonly Pair[] = [];

  private constructor(
    cluster: Cluster,
    options: ReferenceOptions,
    engine: Engine,
    footfall: Target,
  ) {
    this.#cluster = cluster;
    this.#options = options;
    this.#engine = engine;
    this.#footfall = footfall;
  }

  /** Starts it, and stores the websites on it and in the cluster. */
  static async start(cluster: Cluster, options: ReferenceOptions): Promise<Reference> {
    const { signal } = options;
    const directory = join(cluster.directory, "reference");
    const engine = await Engine.create({ directory: join(directory, "engine"), signal });
    const settings = { CLICKHOUSE_URL: engine.url };
    const footfall = new Target({ directory, workers: 1, settings, signal });
    const reference = new Reference(cluster, options, engine, footfall);
    try {
      await engine.start();
      await mkdir(footfall.dataDirectory);
      await footfall.start();
      reference.#early = await reference.#storePairs("early");
      reference.#late = await reference.#storePairs("late");
      return reference;
    } catch (error) {
      await reference.end();
      throw error;
    }
  }

  /** Sends the events of the early websites to the cluster, over about so much time. */
  async sendDuringFaults(addresses: readonly Address[], overMs: number): Promise<void> {
    const { knownEvents: count } = this.#options;
    const pauseMsMax = (2 * overMs) / Math.ceil(count / eventsPerRequest);
    await Promise.all(this.#early.map((pair) => this.#sendToCluster(pair, addresses, pauseMsMax)));
  }

  /** Sends all other events. */
  async sendRest(addresses: readonly Address[]): Promise<void> {
    for (const pair of [...this.#early, ...this.#late]) await this.#sendToSingle(pair);
    await Promise.all(this.#late.map((pair) => this.#sendToCluster(pair, addresses, 0)));
  }

  /**
   * Returns a sentence for each answer of the cluster that differs from the single server's. Each
   * website is asked about by way of one Footfall.
   */
  async compare(addresses: readonly Address[]): Promise<string[]> {
    const { signal } = this.#options;
    const wrong = [...this.#early, ...this.#late].map(async ({ placed, single }, i) => {
      const address = addresses[i % addresses.length];
      if (address === undefined) throw new Error("there is no address");
      const expected = await allAnswers(this.#footfall, single, this.#nowMs, signal);
      const ours = await allAnswers(address, placed, this.#nowMs, signal);
      return differences(ours, expected).map((text) => `${placed.domain}${text}`);
    });
    return (await Promise.all(wrong)).flat();
  }

  /** Resolves with the closed days of the late websites, and how many of them are rolled up. */
  async rolledUp(): Promise<{ closed: number; rolledUp: number }> {
    const sum = { closed: 0, rolledUp: 0 };
    for (const { placed } of this.#late) {
      const engine = this.#cluster.engines[placed.engine] ?? this.#engine;
      const { closed, rolledUp } = await rolledUpDays(engine, placed);
      sum.closed += closed;
      sum.rolledUp += rolledUp;
    }
    return sum;
  }

  /** Resolves when all closed days of the late websites are rolled up, there and here. */
  async awaitRollUps(): Promise<void> {
    const { signal } = this.#options;
    for (const { placed, single } of this.#late) {
      const engine = this.#cluster.engines[placed.engine] ?? this.#engine;
      await awaitRollUps(engine, placed, signal);
      await awaitRollUps(this.#engine, single, signal);
    }
  }

  /** Starts it again, which rolls up days at once. */
  async restart(): Promise<void> {
    await this.#footfall.stop();
    await this.#footfall.start();
  }

  async end(): Promise<void> {
    await this.#footfall.end();
    await this.#engine.kill();
  }

  async #storePairs(name: string): Promise<Pair[]> {
    const { seed, knownEvents: count } = this.#options;
    const domains = this.#cluster.engines.map((_, i) => [`${name}-${i}.example`, i] as const);
    const placed = await this.#cluster.store(domains);
    const pairs: Pair[] = [];
    for (const website of placed) {
      const single = await this.#storeSingle(website.domain);
      const events = knownEvents(seed + website.id, count, this.#nowMs);
      pairs.push({ placed: website, single, events });
    }
    return pairs;
  }

  async #storeSingle(domain: string): Promise<KnownWebsite> {
    const reply = await fetch(`${await this.#footfall.url()}/api/v1/websites`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}` },
      body: new URLSearchParams({ domain, timezone: quietTimezone() }),
    });
    if (reply.status !== 201) throw new Error(`${domain} was answered with ${reply.status}`);
    const { data } = (await reply.json()) as { data: { id: number } };
    return { id: data.id, domain };
  }

  #sendToCluster(pair: Pair, addresses: readonly Address[], pauseMsMax: number): Promise<void> {
    const { seed, signal } = this.#options;
    const { placed: website, events } = pair;
    const random = randomFrom(seed + website.id);
    return sendKnown({ addresses, website, events, random, pauseMsMax, signal });
  }

  #sendToSingle({ single: website, events }: Pair): Promise<void> {
    const { signal } = this.#options;
    const addresses = [this.#footfall];
    return sendKnown({ addresses, website, events, random: Math.random, pauseMsMax: 0, signal });
  }
}
