import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ClickHouse } from "../../../src/clickhouse/clickhouse.ts";
import { sql } from "../../../src/clickhouse/sql.ts";
import { cleanUp } from "../../helpers/clean-up.ts";
import { chrome, startFootfall, type TestFootfall } from "../../helpers/footfall.ts";
import { newDatabase } from "../../helpers/footfalls.ts";
import { type SwitchableProxy, startProxy } from "./switchable-proxy.ts";

export const day = "2025-03-10";

/** Two databases of one server are two shards. The second one is reached by way of a proxy. */
export async function twoShards(): Promise<{ urls: [string, string]; second: SwitchableProxy }> {
  const [one, two] = [await newDatabase(), await newDatabase()];
  const second = await startProxy(two);
  return { urls: [one, second.url], second };
}

export async function dataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-shards-"));
  cleanUp(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export function start(
  urls: readonly string[],
  env: Record<string, string> = {},
): Promise<TestFootfall> {
  return startFootfall({ CLICKHOUSE_URL: urls.join(" "), ...env });
}

export async function databaseAt(url: string): Promise<ClickHouse> {
  const db = new ClickHouse();
  await db.use(url);
  cleanUp(() => db.use(undefined));
  return db;
}

export async function eventsAt(url: string): Promise<number> {
  const db = await databaseAt(url);
  const [row] = await db.rows<{ count: number }>(sql`SELECT count() AS count FROM events`);
  return row?.count ?? 0;
}

export function pageViews(domain: string, count: number): object[] {
  const event = { name: "pageview", user_agent: chrome, timestamp: `${day}T12:00:00Z` };
  return Array.from({ length: count }, (_, i) => ({
    ...event,
    url: `https://${domain}/${i}`,
    ip: `198.51.100.${i}`,
  }));
}

export async function countOf(footfall: TestFootfall, id: number): Promise<number> {
  const { json } = await footfall.stats(id, { name: "pageview", from: day, to: day });
  return json.meta.count;
}
