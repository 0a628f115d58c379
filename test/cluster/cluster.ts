import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isoDay, localDay } from "../../src/base/calendar.ts";
import { apiKey, Target } from "../chaos/target.ts";
import { quietTimezone, type Website } from "../chaos/website.ts";
import { Engine } from "./engine.ts";

const loadedWebsites = 12;

export interface ClusterOptions {
  /** Number of ClickHouse servers. */
  readonly engines: number;
  /** Whether the servers have names of their own, or are called by their position. */
  readonly areNamed: boolean;
  /** Number of Footfalls. */
  readonly footfalls: number;
  /** `WORKERS` of each Footfall. */
  readonly workers: number;
  /** The port of each Footfall, where something else has to know it. */
  readonly ports?: readonly number[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A website, and the position of the server that has its events, which a move changes. */
export interface PlacedWebsite extends Website {
  engine: number;
}

/** The built Footfall, several times, on several ClickHouse servers. */
export class Cluster {
  readonly directory: string;
  readonly engines: readonly Engine[];
  readonly footfalls: readonly Target[];
  readonly #options: ClusterOptions;

  private constructor(
    directory: string,
    engines: readonly Engine[],
    footfalls: readonly Target[],
    options: ClusterOptions,
  ) {
    this.directory = directory;
    this.engines = engines;
    this.footfalls = footfalls;
    this.#options = options;
  }

  /** Starts the servers, and Footfall on them. */
  static async start(options: ClusterOptions): Promise<Cluster> {
    const { areNamed, signal } = options;
    const directory = await mkdtemp(join(tmpdir(), "footfall-cluster-"));
    const numbers = Array.from({ length: options.engines }, (_, i) => i + 1);
    const engines = await Promise.all(
      numbers.map((number) => {
        const shard = areNamed ? `shard-${number}` : undefined;
        return Engine.create({ directory: join(directory, `engine-${number}`), shard, signal });
      }),
    );
    const footfalls: Target[] = [];
    const cluster = new Cluster(directory, engines, footfalls, options);
    try {
      await Promise.all(engines.map((engine) => engine.start()));
      for (let i = 0; i < options.footfalls; i += 1)
        footfalls.push(await cluster.add(String(i), i));
      await Promise.all(footfalls.map((footfall) => footfall.start()));
      return cluster;
    } catch (error) {
      await cluster.end(false);
      throw error;
    }
  }

  /** Returns one more Footfall on these servers, with a directory of its own, before its start. */
  async add(name: string, number?: number): Promise<Target> {
    const directory = join(this.directory, `footfall-${name}`);
    const { workers, ports = [], settings, signal } = this.#options;
    await mkdir(join(directory, "data"), { recursive: true });
    const target = new Target({
      directory,
      workers,
      settings: {
        CLICKHOUSE_URL: this.engines.map(({ url }) => url).join(" "),
        SECRET_KEY: "cluster-secret-0123456789",
        PORT: String((number !== undefined && ports[number]) || 0),
        ...settings,
      },
      signal,
    });
    // All are the same release, also after an upgrade.
    const [first] = this.footfalls;
    if (first !== undefined) target.mainFile = first.mainFile;
    return target;
  }

  /** Returns the name of the shard at a position. */
  nameOf(engine: number): string {
    return this.#options.areNamed ? `shard-${engine + 1}` : String(engine + 1);
  }

  /** Stores websites that get the load, in turn on each server. */
  storeLoaded(): Promise<PlacedWebsite[]> {
    const numbers = Array.from({ length: loadedWebsites }, (_, i) => i);
    return this.store(numbers.map((i) => [`load-${i}.example`, i % this.engines.length]));
  }

  /**
   * Stores websites, each on the server at a position, in turn by way of each Footfall. Resolves
   * when every Footfall knows them all, also after a start without the first server.
   */
  async store(domains: readonly (readonly [string, number])[]): Promise<PlacedWebsite[]> {
    const timezone = quietTimezone();
    const stored: PlacedWebsite[] = [];
    for (const [i, [domain, engine]] of domains.entries()) {
      const footfall = this.footfalls[i % this.footfalls.length];
      const reply = await fetch(`${await footfall?.url()}/api/v1/websites`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}` },
        body: new URLSearchParams({ domain, timezone, shard: this.nameOf(engine) }),
      });
      if (reply.status !== 201) throw new Error(`${domain} was answered with ${reply.status}`);
      const { data } = (await reply.json()) as { data: { id: number } };
      stored.push({ id: data.id, domain, engine, today: isoDay(localDay(timezone, Date.now())) });
    }
    // Footfall reads all changes before it says that it does not know a website.
    for (const footfall of this.footfalls) {
      const path = `/api/v1/websites/${stored.at(-1)?.id}`;
      const reply = await fetch(`${await footfall.url()}${path}`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      if (reply.status !== 200) throw new Error(`${path} was answered with ${reply.status}`);
    }
    return stored;
  }

  /** Ends everything. Leaves the directory behind if `keep` is set. */
  async end(keep: boolean): Promise<void> {
    for (const footfall of this.footfalls) await footfall.end();
    for (const engine of this.engines) await engine.kill();
    if (!keep) await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
