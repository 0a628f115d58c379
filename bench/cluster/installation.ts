import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { isoDay, localDay } from "../../src/base/calendar.ts";
import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { bind, sql } from "../../src/clickhouse/sql.ts";
import { Engine } from "../../test/cluster/engine.ts";
import { type Footfall, settle, startFootfallOn } from "../program.ts";
import { usageOf } from "../usage.ts";
import { countPageviews, storeWebsite } from "../website.ts";

/** A multiple of each number of shards, so that all shards of a side have equally many. */
const websiteCount = 6;
const countedWithinMs = 60_000;

export interface Engines {
  readonly directory: string;
  readonly all: readonly Engine[];
  stop(): Promise<void>;
}

/** Starts ClickHouse servers that all sides share. Each side has a database of its own on them. */
export async function startEngines(count: number): Promise<Engines> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-bench-cluster-"));
  const { signal } = new AbortController();
  const all: Engine[] = [];
  const stop = async () => {
    for (const engine of all) await engine.kill();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    for (let i = 0; i < count; i += 1) {
      const engine = await Engine.create({ directory: join(directory, `engine-${i}`), signal });
      all.push(engine);
      await engine.start();
    }
    return { directory, all, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface SideSize {
  readonly shards: number;
  readonly collectors: number;
}

export interface SideWebsite {
  readonly id: number;
  readonly domain: string;
}

/** Processor time in milliseconds. */
export interface Cpu {
  readonly collectors: number;
  readonly engines: number;
}

interface SideParts {
  readonly size: SideSize;
  /** The directory of each Footfall. */
  readonly directories: readonly string[];
  readonly engines: readonly Engine[];
  /** The database of the side on each of its servers. */
  readonly urls: readonly string[];
}

/**
 * Some instances on some of the servers, with websites on all of these. The instances run only
 * during `run`: those of other sides would keep the servers busy.
 */
export class Side {
  readonly size: SideSize;
  footfalls: readonly Footfall[] = [];
  websites: readonly SideWebsite[] = [];
  /** The day before the bench, which has the events that were inserted past the API. */
  readonly day = isoDay(localDay("UTC", Date.now()) - 1);
  /** The number of all events that must be there. */
  expected = 0;
  readonly #parts: SideParts;

  private constructor(parts: SideParts) {
    this.size = parts.size;
    this.#parts = parts;
  }

  /** Stores the websites of a side, with `events` each. */
  static async create({ directory, all }: Engines, size: SideSize, events: number): Promise<Side> {
    const { shards, collectors } = size;
    const database = `side_${shards}_${collectors}`;
    const engines = all.slice(0, shards);
    const urls = engines.map(({ url }) => url.replace(/default$/, database));
    const numbers = Array.from({ length: collectors }, (_, i) => i);
    const directories = numbers.map((i) => join(directory, `${database}_${i}`));
    for (const each of directories) await mkdir(each);
    const side = new Side({ size, directories, engines, urls });
    await side.run(async () => {
      side.websites = await storeWebsites(side.footfalls[0], shards);
      for (const [i, website] of side.websites.entries()) {
        await seed(urls[i % shards] ?? "", website, side.day, events);
        side.expected += events;
      }
    });
    return side;
  }

  /** Starts the instances, runs the task, and stops them. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const { directories, urls } = this.#parts;
    const settings = { CLICKHOUSE_URL: urls.join(" "), WORKERS: "1" };
    const started: Footfall[] = [];
    try {
      for (const directory of directories) {
        started.push(await startFootfallOn(directory, [], settings));
      }
      this.footfalls = started;
      return await task();
    } finally {
      for (const footfall of started) await footfall.stop();
      this.footfalls = [];
    }
  }

  /** Resolves with the processor time of the side's instances, and with that of its servers. */
  async cpu(): Promise<Cpu> {
    const collectors = await Promise.all(this.footfalls.map(({ pid }) => usageOf(pid)));
    const engines = await Promise.all(this.#parts.engines.map(({ pid }) => usageOf(pid)));
    return {
      collectors: collectors.reduce((sum, { server }) => sum + server.cpuMs, 0),
      engines: engines.reduce((sum, { engine }) => sum + engine.cpuMs, 0),
    };
  }

  /**
   * Waits until the statistics count each acknowledged event, on whichever server it is. Throws if
   * they do not, or count more.
   */
  async checkCounted(): Promise<void> {
    const deadlineMs = Date.now() + countedWithinMs;
    let count = await this.#countAll();
    while (count < this.expected && Date.now() < deadlineMs) {
      await delay(50);
      count = await this.#countAll();
    }
    if (count !== this.expected) {
      throw new Error(`${this.expected} events are there, ${count} are counted`);
    }
  }

  /** Waits until the servers are idle, as merges continue after the load; 10 s at most. */
  async settleEngines(): Promise<void> {
    await Promise.all(this.#parts.engines.map(({ pid }) => settle(pid)));
  }

  async #countAll(): Promise<number> {
    const [footfall] = this.footfalls;
    if (footfall === undefined) throw new Error("there is always a Footfall");
    const counts = this.websites.map(({ id }) => countPageviews(footfall, id));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }
}

async function storeWebsites(footfall: Footfall | undefined, shards: number) {
  if (footfall === undefined) throw new Error("there is always a Footfall");
  const websites: SideWebsite[] = [];
  for (let i = 0; i < websiteCount; i += 1) {
    const domain = `bench-${i}.example`;
    const shard = shards === 1 ? {} : { shard: String((i % shards) + 1) };
    websites.push({ id: await storeWebsite(footfall, domain, shard), domain });
  }
  return websites;
}

/** Inserts events of one day, past the API. */
async function seed(url: string, { id, domain }: SideWebsite, day: string, events: number) {
  const db = new ClickHouse();
  await db.use(url);
  const insert = sql`
    INSERT INTO events (website_id, date, visitor, time, name, hostname, page, referrer, browser)
    SELECT
      ${bind("UInt32", id)},
      ${bind("Date", day)},
      cityHash64(number % 20000),
      toDateTime64(${bind("Date", day)}, 3, 'UTC')
        + toIntervalMillisecond(intDiv(number * 80000000, ${bind("UInt64", events)})),
      'pageview',
      ${bind("String", domain)},
      concat('/seeded/', toString(number % 997)),
      ['', 'google.com', 'news.example'][number % 3 + 1],
      ['Chrome', 'Firefox', 'Safari'][number % 3 + 1]
    FROM numbers(${bind("UInt64", events)})`;
  try {
    await db.run(insert, { isLong: true });
  } finally {
    await db.use(undefined);
  }
}
