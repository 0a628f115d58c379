/**
 * Measures filters beside the statements that counted them from events, hours and other time zones
 * beside days, and the memory that filters take. See bench/README.md.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { ClickHouseClient } from "@clickhouse/client";
import { render, type Sql } from "../src/clickhouse/sql.ts";
import { type BreakdownParams, readBreakdown } from "../src/http/reports/breakdown-route.ts";
import { readFilters } from "../src/http/reports/filter-params.ts";
import { type RollUp, rollUpSql } from "../src/rollups/rollup-sql.ts";
import { breakdownListing } from "../src/stats/breakdown.ts";
import { countsFrom } from "../src/stats/counts-from.ts";
import type { DayState } from "../src/stats/day-state.ts";
import { type HeatmapQuery, heatmapSql } from "../src/stats/heatmap.ts";
import { pageSql } from "../src/stats/listing.ts";
import { totalsSql } from "../src/stats/totals.ts";
import { settle, startFootfall } from "./program.ts";
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

const fourFilters = "browser, device, country, event";
const germany = "country=Germany";
const filters: Readonly<Record<string, Filters>> = {
  "browser=Chrome": { browser: ["Chrome"] },
  "country=!Germany": { country: ["!Germany"] },
  "page=/blog/*": { page: ["/blog/*"] },
  "source=Google": { source: ["Google"] },
  "entry_page=/blog/*": { entry_page: ["/blog/*"] },
  [fourFilters]: {
    browser: ["Chrome", "Safari"],
    device: ["Desktop"],
    country: ["Germany", "France"],
    event: ["Signup"],
  },
  [germany]: { country: ["Germany"] },
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

/** A statement as the client takes it. */
interface Statement {
  readonly query: string;
  readonly query_params: Readonly<Record<string, unknown>>;
}

const footfall = await startFootfall();
let client: ClickHouseClient | undefined;
try {
  client = await connectEngine(footfall.directory);
  const sessionsPerDay = new Map([[websiteId, sessionsOf(events, days)]]);
  // Footfall knows no such website, so it does not roll its days up.
  await seed(client, { table: "events", sessionsPerDay, from, days, pages, spanSeconds });
  await client.command({ query: "OPTIMIZE TABLE events FINAL" });
  await settle(footfall.pid);
  print(`${events} events over ${days} days, median of ${rounds} rounds in ms`);
  const before = await readStatements();
  print(await compareRollUps(client, before));
  const states = await rollUpAll(client);
  print(await compareDisk(client));
  print(await compareFilters(client, before, states));
  print(await compareFirstView(client, before, states));
  print(await compareClocks(client));
  print(await compareBlocks(client));
} finally {
  await client?.close();
  await footfall.stop();
}

/** Reads the statements of commit 99f4547, which counted every filtered day from events. */
async function readStatements(): Promise<(key: string) => Statement> {
  const file = new URL("filters/at-99f4547.json", import.meta.url);
  const { values, statements } = JSON.parse(await readFile(file, "utf8"));
  return (key) => {
    const { query, params } = statements[key];
    const named = Object.entries<number>(params).map(([name, place]) => [name, values[place]]);
    return { query, query_params: Object.fromEntries(named) };
  };
}

/** Compares making a day's roll-up with making it together with its visitor days. */
async function compareRollUps(
  engine: ClickHouseClient,
  before: (key: string) => Statement,
): Promise<string> {
  const alone: number[] = [];
  const together: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { query, query_params } = before("roll-up");
    const withId = JSON.parse(
      JSON.stringify(query_params).replaceAll("01900000-0000-7000-8000-000000000001", randomUUID()),
    );
    alone.push(await timeOf(() => engine.command({ query, query_params: withId })));
    const day = { date: from, websiteIds: [websiteId], rollupId: randomUUID() };
    together.push(await timeOf(() => write(engine, [day])));
  }
  const [beforeMs, nowMs] = [alone.slice(1), together.slice(1)].map(median) as [number, number];
  const cells = [beforeMs.toFixed(0), nowMs.toFixed(0), (nowMs / beforeMs).toFixed(2)];
  return table(["roll-up of a day, ms", "with visitor days, ms", "ratio"], [cells]);
}

async function write(engine: ClickHouseClient, rollUps: readonly RollUp[]): Promise<void> {
  for (const statement of rollUpSql(rollUps)) await engine.command(render(statement));
}

/** Rolls all days up. Returns their states. */
async function rollUpAll(engine: ClickHouseClient): Promise<DayState[]> {
  for (const table of ["visitor_days", "rollup_values"]) {
    await engine.command({ query: `TRUNCATE TABLE ${table}` });
  }
  const rollUps = dates.map((date): RollUp => {
    return { date, websiteIds: [websiteId], rollupId: randomUUID() };
  });
  for (const each of rollUps) await write(engine, [each]);
  for (const table of ["visitor_days", "rollup_values"]) {
    await engine.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
  }
  return rollUps.map(({ date, rollupId }) => ({ date, events: 1, removals: 0, rollupId }));
}

/** Shows what events and visitor days take on disk. */
async function compareDisk(engine: ClickHouseClient): Promise<string> {
  const result = await engine.query({
    query: `SELECT table, sum(bytes_on_disk) AS bytes, sum(rows) AS rows FROM system.parts
            WHERE active AND table IN ('events', 'visitor_days', 'rollup_values') GROUP BY table ORDER BY table`,
    format: "JSONEachRow",
  });
  const rows = await result.json<{ table: string; bytes: number; rows: number }>();
  return table(
    ["table", "rows", "MB", "bytes an event"],
    rows.map(({ table: name, bytes, rows: count }) => [
      name,
      String(count),
      (Number(bytes) / 1e6).toFixed(1),
      (Number(bytes) / events).toFixed(2),
    ]),
  );
}

async function compareFilters(
  engine: ClickHouseClient,
  before: (key: string) => Statement,
  states: readonly DayState[],
): Promise<string> {
  const labels = Object.keys(filters).filter((label) => label !== germany);
  const rows: string[][] = [];
  const ratios: number[] = [];
  for (const { name } of plain) {
    const cells: string[] = [];
    for (const label of labels) {
      const now = render(breakdownSql({ name, filter: filters[label] ?? {} }, states));
      const [beforeMs, nowMs] = await inTurn(engine, before(`${name} | ${label}`), now);
      ratios.push(beforeMs / nowMs);
      cells.push(`${beforeMs.toFixed(0)} / ${nowMs.toFixed(0)} = ${(beforeMs / nowMs).toFixed(1)}`);
    }
    rows.push([name, ...cells]);
  }
  const known = ratios.filter((ratio) => !Number.isNaN(ratio));
  const least = Math.min(...known).toFixed(1);
  const summary = `from events / from visitor days = times faster, NaN: not enough memory; median ${median(known).toFixed(1)}, least ${least}`;
  return `${table(["name", ...labels], rows)}\n${summary}`;
}

/** Compares the answers of a dashboard's first view with one filter, one after the other. */
async function compareFirstView(
  engine: ClickHouseClient,
  before: (key: string) => Statement,
  states: readonly DayState[],
): Promise<string> {
  const filter = filters[germany] ?? {};
  const wanted = readFilters(filter);
  const range = { websiteId, filters: wanted, ...countsFrom(wanted) };
  const names = ["visitor", "source", "page", "country", "campaign", "browser", "device", "event"];
  const clock = { timezone: "UTC" };
  const heatmap = { ...range, from, to: dates.at(-1) ?? from, metric: "visitors", clock };
  const answers: [string, Sql][] = [
    ["summary", totalsSql({ ...range, days: states })],
    ...names.map((name): [string, Sql] => [
      name,
      breakdownSql({ name, filter } as Question, states),
    ]),
    ["visitor", breakdownSql({ name: "visitor", filter }, states)],
    ["heatmap", heatmapSql(heatmap as HeatmapQuery, states)],
  ];
  const rows: string[][] = [];
  let [all, allNow] = [0, 0];
  for (const [name, statement] of answers) {
    const [beforeMs, nowMs] = await inTurn(
      engine,
      before(`${name} | ${germany}`),
      render(statement),
    );
    if (!Number.isNaN(beforeMs)) {
      all += beforeMs;
      allNow += nowMs;
    }
    rows.push([name, beforeMs.toFixed(0), nowMs.toFixed(0), (beforeMs / nowMs).toFixed(1)]);
  }
  rows.push(["all", all.toFixed(0), allNow.toFixed(0), (all / allNow).toFixed(1)]);
  return table([`first view, ${germany}`, "from events, ms", "now, ms", "times"], rows);
}

/** Runs two statements in turn; resolves with the median time of each in ms, NaN if it fails. */
async function inTurn(
  engine: ClickHouseClient,
  ...statements: readonly [Statement, Statement]
): Promise<[number, number]> {
  const timesMs: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [i, statement] of statements.entries()) {
      const ms = await timeOf(async () => {
        const result = await engine.query({ ...statement, format: "JSONEachRow" });
        if ((await result.json()).length === 0) throw new Error("an answer has no values");
      }).catch(timeWithoutMemory);
      // The first round warms up.
      if (round > 0) timesMs[i]?.push(ms);
    }
  }
  return [median(timesMs[0]), median(timesMs[1])];
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Returns NaN, which tables show, if the statement needs more memory than the engine has. */
function timeWithoutMemory(error: Error & { readonly type?: string }): number {
  if (error.type === "MEMORY_LIMIT_EXCEEDED") return Number.NaN;
  throw error;
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
  const filter = filters[fourFilters];
  for (const question of plain.map((each): Question => ({ ...each, ...(filter && { filter }) }))) {
    const large: Asked[] = [];
    const small: Asked[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const asked = ask(engine, question, defaultBlockBytes);
      large.push(
        await asked.catch((error) => ({ timeMs: timeWithoutMemory(error), peakMb: Number.NaN })),
      );
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
  const states = dates.map((date) => ({ date, events: 1, removals: 0, rollupId: undefined }));
  const { query: text, query_params } = render(breakdownSql(question, states));
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

function breakdownSql(question: Question, states: readonly DayState[]): Sql {
  const query = readBreakdown({
    params: { ...question, ...range },
    range: { websiteId, ...range, filters: readFilters(question.filter ?? {}) },
    site: { website: { timezone } },
  });
  return pageSql(breakdownListing(query), states, query);
}
