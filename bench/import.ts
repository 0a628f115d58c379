/**
 * Measures what an import costs, beside handing ClickHouse the finished rows. See bench/README.md.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";

import { columnNames } from "../src/events/row.ts";
import { type AccessLog, type LogKind, writeAccessLog } from "./access-log.ts";
import { measureBesideImports } from "./beside-imports.ts";
import { runProgram } from "./command.ts";
import { bytesPerEvent } from "./disk.ts";
import { type FormatName, formats } from "./log-formats.ts";
import { type Footfall, mainFile, settle, startFootfall } from "./program.ts";
import { integerFlag, median, print, table } from "./report.ts";
import { usageOf } from "./usage.ts";

/** The result of one side in one round. */
interface Round {
  readonly wallMs: number;
  /** Processor time of the importing process, or of this one where it sends the finished rows. */
  readonly senderCpuMs: number;
  readonly engineCpuMs: number;
}

const { values: flags } = parseArgs({
  options: {
    lines: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "3" },
    parts: { type: "string", default: "ceiling,formats" },
    formats: { type: "string", default: Object.keys(formats).join() },
  },
});
const lines = integerFlag(flags.lines, "lines");
const rounds = integerFlag(flags.rounds, "rounds");

print(`Node ${process.version}, ${lines} lines, ${rounds} rounds, medians`);
const parts = flags.parts.split(",");
const formatNames = flags.formats.split(",").filter(isFormatName);
for (const kind of ["pages", "mixed"] as const) {
  if (parts.includes("ceiling")) await measureKind(kind);
  if (parts.includes("formats")) await measureFormats(kind);
}
if (parts.includes("beside")) await measureBesideImports(lines, rounds, "API");
if (parts.includes("command")) await measureBesideImports(lines, rounds, "command");

async function measureKind(kind: LogKind): Promise<void> {
  const footfall = await startFootfall({});
  let client: ClickHouseClient | undefined;
  try {
    client = await connect(footfall);
    const log = await writeAccessLog(join(footfall.directory, "access.log"), kind, lines);
    const imports: Round[] = [];
    const inserts: Round[] = [];
    let batches: readonly Buffer[] | undefined;
    for (let round = 1; round <= rounds; round += 1) {
      imports.push(await importLog(footfall, client, log, String(round)));
      batches ??= await readBatches(client);
      inserts.push(await insertBatches(footfall, client, batches, log.pageViews));
    }
    await client.command({ query: "OPTIMIZE TABLE events FINAL" });
    const { total } = await bytesPerEvent(client);
    print(report(kind, log, imports, inserts, total));
  } finally {
    await client?.close();
    await footfall.stop();
  }
}

/** Imports the same requests in each format, which take turns. */
async function measureFormats(kind: LogKind): Promise<void> {
  const footfall = await startFootfall({});
  let client: ClickHouseClient | undefined;
  try {
    client = await connect(footfall);
    const sides: { name: FormatName; log: AccessLog; rounds: Round[] }[] = [];
    for (const name of formatNames) {
      const path = join(footfall.directory, `${name}.log`);
      sides.push({ name, log: await writeAccessLog(path, kind, lines, name), rounds: [] });
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const { name, log, rounds: done } of sides) {
        done.push(await importLog(footfall, client, log, `${name}-${round}`));
      }
    }
    const base = sides.find(({ name }) => name === "combined")?.rounds;
    const rows = sides.map(({ name, rounds: done }) => formatRow(name, done, base));
    const head = ["", "lines/s", "beside combined", "sender CPU s", "ClickHouse CPU s"];
    print(`\n${kind}, ${lines} lines in each format\n${table(head, rows)}`);
  } finally {
    await client?.close();
    await footfall.stop();
  }
}

function formatRow(name: string, done: readonly Round[], base: readonly Round[] | undefined) {
  const of = (key: keyof Round) => median(done.map((round) => round[key]));
  const ratios = done.map(({ wallMs }, i) => (base?.[i]?.wallMs ?? Number.NaN) / wallMs);
  return [
    name,
    ((lines * 1000) / of("wallMs")).toFixed(0),
    median(ratios).toFixed(2),
    (of("senderCpuMs") / 1000).toFixed(2),
    (of("engineCpuMs") / 1000).toFixed(2),
  ];
}

function isFormatName(name: string): name is FormatName {
  return name in formats;
}

async function connect(footfall: Footfall): Promise<ClickHouseClient> {
  const url = await readFile(join(footfall.directory, "clickhouse", "url"), "utf8");
  return createClient({
    url: url.trim(),
    request_timeout: 600_000,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
}

/** Imports the log into a new website: the same one would not count it again. */
async function importLog(
  footfall: Footfall,
  client: ClickHouseClient,
  log: AccessLog,
  round: string,
): Promise<Round> {
  const domain = `round-${round}.example`;
  const websiteId = await storeWebsite(footfall, domain);
  await settle(footfall.pid);
  const before = await usageOf(footfall.pid);
  const args = [mainFile, "import", "--website", domain, log.path];
  const ended = await runProgram(args, footfall.env);
  const after = await usageOf(footfall.pid);
  const counted = await count(client, `events WHERE website_id = ${websiteId}`);
  if (counted !== log.pageViews) {
    throw new Error(`${log.pageViews} page views in the log, ${counted} stored: ${ended.output}`);
  }
  return {
    wallMs: ended.wallMs,
    senderCpuMs: ended.cpuMs,
    engineCpuMs: after.engine.cpuMs - before.engine.cpuMs,
  };
}

/** Resolves with the rows that the import stored, one buffer for each of its inserts. */
async function readBatches(client: ClickHouseClient): Promise<Buffer[]> {
  const result = await client.query({
    query: "SELECT batch FROM events GROUP BY batch ORDER BY min(time)",
    format: "JSONEachRow",
  });
  const batches: Buffer[] = [];
  for (const { batch } of await result.json<{ batch: string }>()) {
    const { stream } = await client.exec({
      query: `SELECT ${columnNames.join(", ")} FROM events WHERE batch = {batch:UUID} FORMAT RowBinary`,
      query_params: { batch },
    });
    batches.push(Buffer.concat(await stream.toArray()));
  }
  return batches;
}

/** Sends finished rows to a table of the same making, one insert after the other. */
async function insertBatches(
  footfall: Footfall,
  client: ClickHouseClient,
  batches: readonly Buffer[],
  rows: number,
): Promise<Round> {
  await client.command({ query: "CREATE TABLE ceiling AS events" });
  await settle(footfall.pid);
  const before = await usageOf(footfall.pid);
  const cpu = process.cpuUsage();
  const start = performance.now();
  for (const batch of batches) {
    const { stream } = await client.exec({
      query: `INSERT INTO ceiling (${columnNames.join(", ")}) SETTINGS async_insert = 0 FORMAT RowBinary`,
      values: Readable.from([batch]),
    });
    await stream.resume().toArray();
  }
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const after = await usageOf(footfall.pid);
  const counted = await count(client, "ceiling");
  if (counted !== rows) throw new Error(`${rows} rows were sent, ${counted} are there`);
  await client.command({ query: "DROP TABLE ceiling SYNC" });
  return {
    wallMs,
    senderCpuMs: (user + system) / 1000,
    engineCpuMs: after.engine.cpuMs - before.engine.cpuMs,
  };
}

function report(
  kind: LogKind,
  { pageViews }: AccessLog,
  imports: readonly Round[],
  inserts: readonly Round[],
  bytes: number,
): string {
  const of = (side: readonly Round[], key: keyof Round) => median(side.map((round) => round[key]));
  const row = (name: string, side: readonly Round[], ofLines: boolean) => {
    const wallMs = of(side, "wallMs");
    return [
      name,
      ofLines ? ((lines * 1000) / wallMs).toFixed(0) : "",
      ((pageViews * 1000) / wallMs).toFixed(0),
      (of(side, "senderCpuMs") / 1000).toFixed(2),
      (of(side, "engineCpuMs") / 1000).toFixed(2),
    ];
  };
  const head = ["", "lines/s", "events/s", "sender CPU s", "ClickHouse CPU s"];
  const ratio = of(inserts, "wallMs") / of(imports, "wallMs");
  const each = imports.map(({ wallMs }, i) => (inserts[i]?.wallMs ?? Number.NaN) / wallMs);
  return [
    `\n${kind}: ${pageViews} page views in ${lines} lines`,
    table(head, [row("finished rows", inserts, false), row("npm run import", imports, true)]),
    `ratio ${ratio.toFixed(2)} (rounds: ${each.map((value) => value.toFixed(2)).join(", ")}), ${bytes.toFixed(1)} bytes on disk for each event`,
  ].join("\n");
}

async function count(client: ClickHouseClient, what: string): Promise<number> {
  const result = await client.query({
    query: `SELECT count() AS count FROM ${what}`,
    format: "JSONEachRow",
  });
  return (await result.json<{ count: number }>())[0]?.count ?? Number.NaN;
}

async function storeWebsite({ url, apiKey }: Footfall, domain: string): Promise<number> {
  const reply = await fetch(`${url}/api/v1/websites`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}` },
    body: new URLSearchParams({ domain }),
  });
  return ((await reply.json()) as { data: { id: number } }).data.id;
}
