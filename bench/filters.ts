/**
 * Measures the cost of filters, hours and other time zones, beside the same numbers without them.
 * See bench/README.md.
 */
import { parseArgs } from "node:util";
import type { ClickHouseClient } from "@clickhouse/client";
import { type BreakdownParams, readBreakdown } from "../src/http/params/breakdown-params.ts";
import { readFilters } from "../src/http/params/filter-params.ts";
import { breakdownListing } from "../src/stats/breakdown.ts";
import { pageSql } from "../src/stats/listing.ts";
import { render } from "../src/store/sql.ts";
import { largeEngine, settle, startFootfall } from "./program.ts";
import { integerFlag, median, print, table } from "./report.ts";
import { sessionsOf } from "./stats/history.ts";
import { seed } from "./stats/seed.ts";
import { connectEngine } from "./website.ts";

const days = 30;
const pages = 5_000;
const from = "2026-01-01";
const dates = Array.from({ length: days }, (_, n) =>
  new Date(Date.parse(from) + n * 86_400_000).toISOString().slice(0, 10),
);
const range = { from, to: dates.at(-1) ?? from };
const websiteId = 1;
const timezone = "Europe/Berlin";

type Question = Omit<BreakdownParams, "from" | "to">;
type Filters = NonNullable<BreakdownParams["filter"]>;

const filters: Readonly<Record<string, Filters>> = {
  "browser=Chrome": { browser: ["Chrome"] },
  "country=!Germany": { country: ["!Germany"] },
  "page=/blog/*": { page: ["/blog/*"] },
  "source=Google": { source: ["Google"] },
  "entry_page=/blog/*": { entry_page: ["/blog/*"] },
  "browser, device, country, event": {
    browser: ["Chrome", "Safari"],
    device: ["Desktop"],
    country: ["Germany", "France"],
    event: ["Signup"],
  },
};
const plain = (["visitor", "browser", "page", "source"] as const).map(
  (name): Question => ({ name }),
);
const clocked: readonly Question[] = [
  { name: "visitor", interval: "hour" },
  { name: "pageview", interval: "hour" },
  { name: "visit", interval: "hour" },
  { name: "pageview", timezone: "America/New_York" },
];

const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "2000000" },
    rounds: { type: "string", default: "5" },
  },
});
const events = integerFlag(flags.events, "events");
const rounds = integerFlag(flags.rounds, "rounds");

const footfall = await startFootfall({ env: largeEngine });
let client: ClickHouseClient | undefined;
try {
  client = await connectEngine(footfall.directory);
  const sessionsPerDay = new Map([[websiteId, sessionsOf(events, days)]]);
  await seed(client, { table: "events", sessionsPerDay, from, days, pages });
  await settle(footfall.pid);
  print(`${events} events over ${days} days, median of ${rounds} rounds in ms`);
  print(await compareFilters(client));
  print(await compareClocks(client));
} finally {
  await client?.close();
  await footfall.stop();
}

async function compareFilters(engine: ClickHouseClient): Promise<string> {
  const rows: string[][] = [];
  for (const question of plain) {
    const filtered = Object.values(filters).map((filter) => ({ ...question, filter }));
    const [unfilteredMs = 0, ...timesMs] = await measure(engine, [question, ...filtered]);
    const ratios = timesMs.map((timeMs) => (timeMs / unfilteredMs).toFixed(2));
    rows.push([question.name, unfilteredMs.toFixed(0), ...ratios]);
  }
  return table(["name", "without, ms", ...Object.keys(filters)], rows);
}

async function compareClocks(engine: ClickHouseClient): Promise<string> {
  const rows: string[][] = [];
  for (const question of clocked) {
    const [byDayMs = 0, timeMs = 0] = await measure(engine, [{ name: question.name }, question]);
    const { name, interval = "day", timezone: zone = "own zone" } = question;
    const ratio = (timeMs / byDayMs).toFixed(2);
    rows.push([`${name}, ${interval}, ${zone}`, byDayMs.toFixed(0), timeMs.toFixed(0), ratio]);
  }
  return table(["question", "by day, ms", "ms", "ratio"], rows);
}

/** Asks the queries in turn; resolves with the median time of each. */
async function measure(engine: ClickHouseClient, questions: readonly Question[]) {
  const timesMs = questions.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [i, question] of questions.entries()) {
      const start = performance.now();
      await ask(engine, question);
      // The first round warms up.
      if (round > 0) timesMs[i]?.push(performance.now() - start);
    }
  }
  return timesMs.map(median);
}

/** Runs the program's own statement, with every day counted from `events`. */
async function ask(engine: ClickHouseClient, question: Question): Promise<void> {
  const website = { id: websiteId, timezone };
  const query = readBreakdown(
    { ...question, ...range },
    website,
    readFilters(question.filter ?? {}),
  );
  const states = dates.map((date) => ({ date, events: 1, removals: 0, rollupId: undefined }));
  const statement = render(pageSql(breakdownListing(query), states, query));
  const result = await engine.query({ ...statement, format: "JSONEachRow" });
  if ((await result.json()).length === 0) throw new Error(`${JSON.stringify(question)}: no values`);
}
