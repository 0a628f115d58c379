/**
 * Measures the cost of filters, hours and other time zones, beside the same numbers without them,
 * and the memory that filters take. See bench/README.md.
 */
import { parseArgs } from "node:util";
import type { ClickHouseClient } from "@clickhouse/client";
import { render } from "../src/clickhouse/sql.ts";
import { type BreakdownParams, readBreakdown } from "../src/http/reports/breakdown-route.ts";
import { readFilters } from "../src/http/reports/filter-params.ts";
import { breakdownListing } from "../src/stats/breakdown.ts";
import { pageSql } from "../src/stats/listing.ts";
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

/** How one query went. */
interface Asked {
  readonly timeMs: number;
  /** The most memory that the query had at once. */
  readonly peakMb: number;
}

/** ClickHouse's default of `aggregation_in_order_max_block_bytes`. */
const defaultBlockBytes = 50_000_000;

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
    "span-seconds": { type: "string", default: "0" },
  },
});
const events = integerFlag(flags.events, "events");
const rounds = integerFlag(flags.rounds, "rounds");
const spanSeconds = integerFlag(flags["span-seconds"], "span-seconds", 0);

const footfall = await startFootfall({ env: largeEngine });
let client: ClickHouseClient | undefined;
try {
  client = await connectEngine(footfall.directory);
  const sessionsPerDay = new Map([[websiteId, sessionsOf(events, days)]]);
  await seed(client, { table: "events", sessionsPerDay, from, days, pages, spanSeconds });
  await settle(footfall.pid);
  print(`${events} events over ${days} days, median of ${rounds} rounds in ms`);
  print(await compareFilters(client));
  print(await compareClocks(client));
  print(await compareBlocks(client));
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

/** Compares the blocks of visitor days with those of ClickHouse's default, with four filters. */
async function compareBlocks(engine: ClickHouseClient): Promise<string> {
  const rows: string[][] = [];
  const filter = Object.values(filters).at(-1);
  for (const question of plain.map((each): Question => ({ ...each, ...(filter && { filter }) }))) {
    const large: Asked[] = [];
    const small: Asked[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      large.push(await ask(engine, question, defaultBlockBytes));
      small.push(await ask(engine, question));
    }
    // The first round warms up.
    const [before, after] = [large, small].map((side) => side.slice(1));
    rows.push([question.name, ...cells(before), ...cells(after)]);
  }
  const heads = ["50 MB blocks: MB", "ms", "own blocks: MB", "ms"];
  return table(["four filters", ...heads], rows);
}

function cells(asked: readonly Asked[] = []): string[] {
  const peakMb = median(asked.map((each) => each.peakMb));
  return [peakMb.toFixed(0), median(asked.map(({ timeMs }) => timeMs)).toFixed(0)];
}

/** Asks the queries in turn; resolves with the median time of each. */
async function measure(engine: ClickHouseClient, questions: readonly Question[]) {
  const timesMs = questions.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [i, question] of questions.entries()) {
      const { timeMs } = await ask(engine, question);
      // The first round warms up.
      if (round > 0) timesMs[i]?.push(timeMs);
    }
  }
  return timesMs.map(median);
}

/**
 * Runs the program's own statement, with every day counted from `events`, in blocks of its own size
 * or of `blockBytes`.
 */
async function ask(
  engine: ClickHouseClient,
  question: Question,
  blockBytes?: number,
): Promise<Asked> {
  const filters = readFilters(question.filter ?? {});
  const query = readBreakdown({
    params: { ...question, ...range },
    range: { websiteId, ...range, filters },
    site: { website: { timezone } },
  });
  const states = dates.map((date) => ({ date, events: 1, removals: 0, rollupId: undefined }));
  const { query: text, query_params } = render(pageSql(breakdownListing(query), states, query));
  const blocks = /(?<=aggregation_in_order_max_block_bytes = )\d+/;
  const start = performance.now();
  const result = await engine.query({
    query: blockBytes === undefined ? text : text.replace(blocks, String(blockBytes)),
    query_params,
    format: "JSONEachRow",
    clickhouse_settings: { wait_end_of_query: 1 },
  });
  if ((await result.json()).length === 0) throw new Error(`${JSON.stringify(question)}: no values`);
  const timeMs = performance.now() - start;
  const summary = JSON.parse(String(result.response_headers["x-clickhouse-summary"]));
  return { timeMs, peakMb: Number(summary.memory_usage) / 1e6 };
}
