/** Measures the summaries of many websites at once, beside that of one. See bench/README.md. */
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { render, type Sql } from "../src/clickhouse/sql.ts";
import { acceptRollUpSql, type RollUp, rollUpSql } from "../src/rollups/rollup-sql.ts";
import { startFootfall } from "./program.ts";
import { integerFlag, median, print, table } from "./report.ts";
import { dayMs, isoDay } from "./stats/days.ts";
import { prepareDays, publishDays, seedDays, seedToday } from "./stats/history.ts";
import { eventsPerSession } from "./stats/seed.ts";
import { connectEngine, storeWebsite } from "./website.ts";

const days = 30;
const pages = 50;

const { values: flags } = parseArgs({
  options: {
    websites: { type: "string", default: "200" },
    events: { type: "string", default: "160" },
    rounds: { type: "string", default: "15" },
  },
});
const count = integerFlag(flags.websites, "websites");
const events = integerFlag(flags.events, "events");
const rounds = integerFlag(flags.rounds, "rounds");

const footfall = await startFootfall();
const client = await connectEngine(footfall.directory);
try {
  const websiteIds: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    websiteIds.push(await storeWebsite(footfall, `w${nth}.example`));
  }
  const now = Date.now();
  const sessionsPerDay = new Map(websiteIds.map((id) => [id, events / eventsPerSession]));
  const traffic = { sessionsPerDay, pages };
  await prepareDays(client);
  await seedDays({ client, now }, { since: days - 1, before: 0 }, traffic);
  await publishDays(client);
  await seedToday({ client, now }, traffic);
  const today = Math.floor(now / dayMs);
  for (let day = today - days + 1; day < today; day += 1) {
    await rollUp({ date: isoDay(day), websiteIds, rollupId: randomUUID() });
  }
  const range = `from=${isoDay(today - days + 1)}&to=${isoDay(today)}`;
  const one = `/api/v1/websites/${websiteIds[0]}/summary?${range}`;
  const all = `/api/v1/websites/summary?per_page=100&${range}`;
  const questions = { one, all, "all, with each day": `${all}&interval=day` };
  const times = new Map<string, number[]>(Object.keys(questions).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, path] of Object.entries(questions)) {
      const ms = await timeOf(path);
      if (round > 0) times.get(name)?.push(ms);
    }
  }
  const base = median(times.get("one") ?? []);
  print(`${count} websites, ${events} events a day, ${days} days; medians of ${rounds} rounds`);
  print(
    table(
      ["summary of", "ms", "times one"],
      [...times].map(([name, ms]) => {
        return [name, median(ms).toFixed(1), (median(ms) / base).toFixed(2)];
      }),
    ),
  );
} finally {
  await client.close();
  await footfall.stop();
}

async function rollUp(day: RollUp): Promise<void> {
  for (const statement of [...rollUpSql([day]), acceptRollUpSql([day], [])]) await run(statement);
}

async function run(statement: Sql): Promise<void> {
  await client.command(render(statement));
}

/** Returns how long a request takes whose answer is not in the cache. */
async function timeOf(path: string): Promise<number> {
  const headers = { authorization: `Bearer ${footfall.apiKey}`, "cache-control": "no-cache" };
  const began = performance.now();
  const response = await fetch(`${footfall.url}${path}`, { headers });
  await response.text();
  if (!response.ok) throw new Error(`the summary was answered with ${response.status}`);
  return performance.now() - began;
}
