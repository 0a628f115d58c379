/**
 * Measures how long it takes until all days have roll-ups of a new standing condition, and what a
 * first view costs before, meanwhile and after. See bench/README.md.
 */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { ClickHouseClient } from "@clickhouse/client";
import { settle, startFootfall } from "./program.ts";
import { integerFlag, median, print, table } from "./report.ts";
import { dayMs, isoDay } from "./stats/days.ts";
import { rowsOf } from "./stats/engine.ts";
import { prepareDays, publishDays, seedDays, sessionsOf } from "./stats/history.ts";
import { connectEngine, storeWebsite } from "./website.ts";

const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "3000000" },
    days: { type: "string", default: "90" },
    rounds: { type: "string", default: "5" },
    "span-seconds": { type: "string", default: "0" },
  },
});
const events = integerFlag(flags.events, "events");
const days = integerFlag(flags.days, "days");
const rounds = integerFlag(flags.rounds, "rounds");
const spanSeconds = integerFlag(flags["span-seconds"], "span-seconds", 0);

const names = ["source", "page", "country", "campaign", "browser", "device", "event", "visitor"];
const conditions = { country: ["Germany"], pageviews: { max: 3 } };

const footfall = await startFootfall();
let client: ClickHouseClient | undefined;
try {
  client = await connectEngine(footfall.directory);
  const websiteId = await storeWebsite(footfall);
  const now = Date.now();
  await prepareDays(client);
  const sessionsPerDay = new Map([[websiteId, sessionsOf(events, days)]]);
  const traffic = { sessionsPerDay, pages: 5_000, spanSeconds };
  await seedDays({ client, now }, { since: days, before: 0 }, traffic);
  await publishDays(client);
  await untilRolledUp(client, "0");
  await settle(footfall.pid);
  const today = Math.floor(now / dayMs);
  const range = `from=${isoDay(today - days)}&to=${isoDay(today - 1)}`;
  const ask = (more: string) => firstView(websiteId, `${range}${more}`);
  const [plain, filtered] = await inTurn([() => ask(""), () => ask("&filter[country]=!Germany")]);
  const begunMs = performance.now();
  await request(`/api/v1/websites/${websiteId}/conditions`, {
    method: "POST",
    body: JSON.stringify({ name: "Bench", filters: conditions }),
    headers: { "content-type": "application/json" },
  });
  let isMade = false;
  const made = untilRolledUp(client).then(() => {
    isMade = true;
    return performance.now() - begunMs;
  });
  const meanwhile: number[] = [];
  const filteredMeanwhile: number[] = [];
  while (!isMade) {
    meanwhile.push(await ask(""));
    filteredMeanwhile.push(await ask("&filter[country]=!Germany&counted=all"));
  }
  const madeMs = await made;
  const [after] = await inTurn([() => ask("")]);
  print(`${events} events over ${days} days; a first view of all days, median in ms`);
  print(
    table(
      [
        "made again in",
        "first view before",
        "with a filter",
        "meanwhile",
        "with a filter meanwhile",
        "after",
      ],
      [
        [
          `${(madeMs / 1000).toFixed(1)} s`,
          ...[plain, filtered, median(meanwhile), median(filteredMeanwhile), after].map((ms) =>
            (ms ?? 0).toFixed(0),
          ),
        ],
      ],
    ),
  );
} finally {
  await client?.close();
  await footfall.stop();
}

/** Resolves when each day has a roll-up of other conditions than none, or of these. */
async function untilRolledUp(engine: ClickHouseClient, key?: string): Promise<void> {
  const isWanted = key === undefined ? "conditions != 0" : `conditions = ${key}`;
  for (;;) {
    const [found] = await rowsOf<{ days: number }>(
      engine,
      `SELECT toUInt32(uniqExact(date)) AS days FROM rollup_days WHERE ${isWanted}`,
    );
    if (Number(found?.days) >= days) return;
    await delay(200);
  }
}

/** Resolves with the time until all cards of a first view are answered, which are asked at once. */
async function firstView(websiteId: number, query: string): Promise<number> {
  const begunMs = performance.now();
  await Promise.all([
    request(`/api/v1/websites/${websiteId}/summary?${query}`),
    ...names.map((name) => request(`/api/v1/stats/${websiteId}?name=${name}&${query}`)),
  ]);
  return performance.now() - begunMs;
}

async function request(path: string, init: RequestInit = {}): Promise<void> {
  const headers = {
    authorization: `Bearer ${footfall.apiKey}`,
    "cache-control": "no-cache",
    ...init.headers,
  };
  const reply = await fetch(`${footfall.url}${path}`, { ...init, headers });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text}`);
}

/** Returns the median of each, asked in turn. */
async function inTurn(asks: readonly (() => Promise<number>)[]): Promise<number[]> {
  const times = asks.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [nth, ask] of asks.entries()) times[nth]?.push(await ask());
  }
  return times.map(median);
}
