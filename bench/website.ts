import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";

import type { Footfall } from "./program.ts";
import { domain } from "./requests.ts";
import type { Range } from "./stats/days.ts";

/** Stores a website, by default the one that the requests are for; returns its id. */
export async function storeWebsite(
  { url, apiKey }: Footfall,
  name: string = domain,
  settings: Readonly<Record<string, string>> = {},
): Promise<number> {
  const reply = await fetch(`${url}/api/v1/websites`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}` },
    body: new URLSearchParams({ domain: name, ...settings }),
  });
  return ((await reply.json()) as { data: { id: number } }).data.id;
}

const allDays: Range = { from: "2000-01-01", to: "2100-01-01" };

/** Resolves with the page views of the website that the statistics count. */
export async function countPageviews(
  { url, apiKey }: Footfall,
  websiteId: number,
  { from, to }: Range = allDays,
): Promise<number> {
  const query = `name=pageview&from=${from}&to=${to}`;
  const headers = { authorization: `Bearer ${apiKey}`, "cache-control": "no-cache" };
  const reply = await fetch(`${url}/api/v1/stats/${websiteId}?${query}`, { headers });
  if (!reply.ok) throw new Error(`the statistics answered ${reply.status}`);
  return ((await reply.json()) as { meta: { count: number } }).meta.count;
}

/**
 * Waits until the statistics count as many page views as were acknowledged. Throws if they do not
 * within the time, or count more: a rate of events that are not there would be worth nothing.
 */
export async function checkCounted(
  footfall: Footfall,
  websiteId: number,
  acknowledged: number,
  withinMs: number,
  range: Range = allDays,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  let count = await countPageviews(footfall, websiteId, range);
  while (count < acknowledged && Date.now() < deadline) {
    await delay(50);
    count = await countPageviews(footfall, websiteId, range);
  }
  if (count !== acknowledged) {
    throw new Error(`${acknowledged} events were acknowledged, ${count} are counted`);
  }
}

/** Resolves with the address of a Footfall's own engine, with user and password. */
export async function engineUrl(directory: string): Promise<string> {
  return (await readFile(join(directory, "clickhouse", "url"), "utf8")).trim();
}

/** Returns a client of a Footfall's own engine, past the API. */
export async function connectEngine(directory: string): Promise<ClickHouseClient> {
  return connectStore(await engineUrl(directory));
}

/** Returns a client of the database at the URL. */
export function connectStore(url: string): ClickHouseClient {
  return createClient({
    url,
    request_timeout: 3_600_000,
    // Minutes pass between its queries, in which the engine may end an idle connection.
    keep_alive: { enabled: false },
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
}
