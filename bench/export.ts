/**
 * Measures exports, beside the same rows read straight from the engine. See bench/README.md.
 */
import { parseArgs } from "node:util";
import { exportedColumns } from "../src/stats/export/event-sql.ts";
import { type FileFormat, fileFormats, streamFormats } from "../src/stats/export/file-format.ts";
import { type Footfall, settle, startFootfall } from "./program.ts";
import { integerFlag, median, print, table } from "./report.ts";
import { sessionsOf } from "./stats/history.ts";
import { seed } from "./stats/seed.ts";
import { usageOf } from "./usage.ts";
import { connectEngine, engineUrl, storeWebsite } from "./website.ts";

const types: Readonly<Record<FileFormat, string>> = {
  ndjson: "application/x-ndjson",
  csv: "text/csv",
  parquet: "application/vnd.apache.parquet",
};

/** The result of one side in one round. */
interface Round {
  readonly wallMs: number;
  readonly bytes: number;
  readonly serverCpuMs: number;
  readonly engineCpuMs: number;
  readonly serverRssBytes: number;
}

const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "10000000" },
    days: { type: "string", default: "10" },
    rounds: { type: "string", default: "3" },
  },
});
const events = integerFlag(flags.events, "events");
const days = integerFlag(flags.days, "days");
const rounds = integerFlag(flags.rounds, "rounds");
const from = "2026-01-01";
const to = new Date(Date.parse(from) + (days - 1) * 86_400_000).toISOString().slice(0, 10);

const footfall = await startFootfall();
try {
  const websiteId = await storeWebsite(footfall);
  const stored = await store(websiteId);
  print(`Node ${process.version}, ${stored} events over ${days} days, ${rounds} rounds, medians`);
  for (const format of fileFormats) await measureFormat(format, websiteId, stored);
} finally {
  await footfall.stop();
}

/** Stores the events; resolves with their number. */
async function store(websiteId: number): Promise<number> {
  const client = await connectEngine(footfall.directory);
  try {
    const sessionsPerDay = new Map([[websiteId, sessionsOf(events, days)]]);
    await seed(client, { table: "events", sessionsPerDay, from, days, pages: 5_000 });
    await client.command({ query: "OPTIMIZE TABLE events FINAL" });
    const result = await client.query({
      query: "SELECT count() AS count FROM events",
      format: "JSONEachRow",
    });
    return (await result.json<{ count: number }>())[0]?.count ?? Number.NaN;
  } finally {
    await client.close();
  }
}

async function measureFormat(format: FileFormat, websiteId: number, stored: number): Promise<void> {
  const engine: Round[] = [];
  const exports: Round[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const direct = await measure(footfall, () => readEngine(format, websiteId));
    const exported = await measure(footfall, () => readExport(format, websiteId));
    // The first round warms up.
    if (round === 0) continue;
    engine.push(direct);
    exports.push(exported);
  }
  print(report(format, engine, exports, stored));
}

/** Reads the columns of an export as they are, in any order, as fast as the engine gives them. */
async function readEngine(format: FileFormat, websiteId: number): Promise<Response> {
  const { origin, username, password } = new URL(await engineUrl(footfall.directory));
  const query = `SELECT ${exportedColumns.join(", ")} FROM events WHERE website_id = ${websiteId} FORMAT ${streamFormats[format]}`;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return fetch(`${origin}/`, { method: "POST", headers: { authorization }, body: query });
}

async function readExport(format: FileFormat, websiteId: number): Promise<Response> {
  const url = `${footfall.url}/api/v1/websites/${websiteId}/events?from=${from}&to=${to}`;
  const headers = { authorization: `Bearer ${footfall.apiKey}`, accept: types[format] };
  return fetch(url, { headers });
}

async function measure({ pid }: Footfall, ask: () => Promise<Response>): Promise<Round> {
  await settle(pid);
  const before = await usageOf(pid);
  const start = performance.now();
  const reply = await ask();
  if (!reply.ok || reply.body === null) throw new Error(`${reply.status}: ${await reply.text()}`);
  let bytes = 0;
  for await (const chunk of reply.body) bytes += chunk.length;
  const wallMs = performance.now() - start;
  const after = await usageOf(pid);
  return {
    wallMs,
    bytes,
    serverCpuMs: after.server.cpuMs - before.server.cpuMs,
    engineCpuMs: after.engine.cpuMs - before.engine.cpuMs,
    serverRssBytes: after.server.rssBytes,
  };
}

function report(
  format: FileFormat,
  engine: readonly Round[],
  exports: readonly Round[],
  stored: number,
): string {
  const of = (side: readonly Round[], key: keyof Round) => median(side.map((round) => round[key]));
  const row = (name: string, side: readonly Round[]) => {
    const wallMs = of(side, "wallMs");
    return [
      name,
      (of(side, "bytes") / 1000 / wallMs).toFixed(1),
      ((stored * 1000) / wallMs).toFixed(0),
      (of(side, "bytes") / 1e6).toFixed(1),
      (of(side, "serverCpuMs") / 1000).toFixed(2),
      (of(side, "engineCpuMs") / 1000).toFixed(2),
      (of(side, "serverRssBytes") / 1e6).toFixed(0),
    ];
  };
  const head = ["", "MB/s", "events/s", "MB", "server CPU s", "ClickHouse CPU s", "server MB"];
  const each = engine.map(({ wallMs }, i) => wallMs / (exports[i]?.wallMs ?? Number.NaN));
  return [
    `\n${format}`,
    table(head, [row("the engine", engine), row("export", exports)]),
    `ratio of events/s ${median(each).toFixed(2)} (rounds: ${each.map((value) => value.toFixed(2)).join(", ")})`,
  ].join("\n");
}
