/**
 * Measures the shipper alone: an undisturbed shipper takes a full log to ClickHouse. Beside it
 * stand the same batches, held in memory and sent to ClickHouse one after the other.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";

import { monthOf } from "../src/base/calendar.ts";
import { ClickHouse } from "../src/clickhouse/clickhouse.ts";
import { type EngineProcess, startEngineProcess } from "../src/clickhouse/embedded/process.ts";
import { migrate, readMigrations } from "../src/clickhouse/migrate.ts";
import { sql } from "../src/clickhouse/sql.ts";
import { columnNames } from "../src/events/row.ts";
import type { Batch, BatchStore } from "../src/log/batch.ts";
import { EventLog } from "../src/log/event-log.ts";
import { quarantineDirectory } from "../src/log/log-directory.ts";
import { Quarantine } from "../src/log/quarantine.ts";
import { Shipper } from "../src/log/shipper.ts";
import { disk } from "../src/log/synced-disk.ts";
import { eventTable } from "../src/tables/event-table.ts";
import { settle } from "./program.ts";
import { median, table } from "./report.ts";
import { buildGroups } from "./rows.ts";
import { usageOf } from "./usage.ts";

/** About as many as arrive during one fsync. */
const rowsPerGroup = 250;
const dayMs = 86_400_000;
const memoryBytesMax = 1024 ** 3;

/** The parts of a bench of the shipper: an engine with the schema, and a place for logs. */
interface Bench {
  readonly directory: string;
  readonly engine: EngineProcess;
  readonly clickHouse: ClickHouse;
  readonly groups: readonly Buffer[];
  readonly events: number;
}

export async function measureShipping(plan: { rounds: number; events: number }): Promise<string> {
  const groupCount = Math.ceil(plan.events / rowsPerGroup);
  const directory = await mkdtemp(join(tmpdir(), "footfall-bench-shipping-"));
  const clickHouse = new ClickHouse();
  let engine: EngineProcess | undefined;
  try {
    engine = await startEngineProcess({ directory: join(directory, "engine"), memoryBytesMax });
    await clickHouse.use(engine.url);
    await migrate(clickHouse, await readMigrations());
    const groups = buildGroups(groupCount, rowsPerGroup, Date.now());
    const events = groupCount * rowsPerGroup;
    return await compare({ directory, engine, clickHouse, groups, events }, plan.rounds);
  } finally {
    await clickHouse.use(undefined);
    await engine?.kill();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * The same batches from memory through a bare request, and through the program's own client; the
 * log through the shipper.
 */
const sides = ["direct", "client", "shipper"] as const;
type Side = (typeof sides)[number];

async function compare(bench: Bench, rounds: number): Promise<string> {
  const batches = await batchesOf(bench);
  const times: Record<Side, Time[]> = { direct: [], client: [], shipper: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < sides.length; turn += 1) {
      // Another side begins each round.
      const side = sides[(round + turn) % sides.length] as Side;
      times[side].push(await timed(bench, await prepare(bench, side, batches)));
    }
  }
  const of = (side: Side, key: keyof Time) => median(times[side].map((time) => time[key]));
  const perSecond = (side: Side) => bench.events / (of(side, "ms") / 1000);
  const each = times.direct.map(({ ms }, i) => (ms / (times.shipper[i]?.ms ?? 0)).toFixed(2));
  const rows = sides.map((side) => [
    side,
    perSecond(side).toFixed(0),
    (perSecond(side) / perSecond("direct")).toFixed(2),
    ((of(side, "senderCpuMs") * 1000) / bench.events).toFixed(2),
    ((of(side, "engineCpuMs") * 1000) / bench.events).toFixed(2),
  ]);
  return [
    `\nthe shipper alone, ${bench.events} events in ${batches.length} batches, ${rounds} rounds, medians`,
    table(["CPU s per million events", "events/s", "ratio", "sender", "ClickHouse"], rows),
    `rounds of the shipper: ${each.join(", ")}; at least 0.90 is wanted`,
  ].join("\n");
}

/** Prepares what the side needs. Returns the task that is timed. */
async function prepare(bench: Bench, side: Side, batches: readonly Batch[]) {
  const store = eventTable(bench.clickHouse);
  if (side === "direct") return () => sendDirectly(bench, batches);
  if (side === "client") {
    return async () => {
      for (const batch of batches) await store.insert({ ...batch, id: randomUUID() });
    };
  }
  const logId = await fillLog(bench);
  return () => shipperOn(bench, logId, store).run();
}

interface Time {
  readonly ms: number;
  readonly senderCpuMs: number;
  readonly engineCpuMs: number;
}

/** Measures a task that fills the empty table on an idle engine. */
async function timed(bench: Bench, task: () => Promise<void>): Promise<Time> {
  const { clickHouse, events } = bench;
  await clickHouse.run(sql`TRUNCATE TABLE events`);
  await settle(process.pid);
  const before = await usageOf(process.pid);
  const start = performance.now();
  await task();
  const ms = performance.now() - start;
  const after = await usageOf(process.pid);
  const [row] = await clickHouse.rows<{ count: number }>(sql`SELECT count() AS count FROM events`);
  if (row?.count !== events) throw new Error(`${events} events were sent, ${row?.count} are there`);
  return {
    ms,
    senderCpuMs: after.server.cpuMs - before.server.cpuMs,
    engineCpuMs: after.engine.cpuMs - before.engine.cpuMs,
  };
}

/** Writes all groups to a new log, as the server does, and closes it. */
async function fillLog({ directory, groups }: Bench): Promise<string> {
  const logId = randomBytes(8).toString("hex");
  await mkdir(join(directory, logId));
  const eventLog = new EventLog({
    fs: disk,
    directory: join(directory, logId),
    bytesMax: Number.POSITIVE_INFINITY,
  });
  const month = monthOf(Math.floor(Date.now() / dayMs));
  for (const rows of groups)
    await eventLog.appendParts([{ table: "events", month, rowCount: rowsPerGroup, rows }]);
  await eventLog.close();
  return logId;
}

function shipperOn({ directory }: Bench, logId: string, store: BatchStore): Shipper {
  const logger = pino({ level: "silent" });
  const quarantine = new Quarantine(disk, quarantineDirectory(directory), logger);
  return new Shipper({
    fs: disk,
    directory: join(directory, logId),
    logId,
    store,
    quarantine,
    logger,
  });
}

/** Resolves with the batches that the shipper makes of the log, collected instead of sent. */
async function batchesOf(bench: Bench): Promise<Batch[]> {
  const batches: Batch[] = [];
  const insert = async (batch: Batch) => void batches.push(batch);
  await shipperOn(bench, await fillLog(bench), { insert, insertAgain: insert }).run();
  return batches;
}

/**
 * Sends one request for each batch and does nothing else: no files, no checks, no ids that matter.
 */
async function sendDirectly({ engine }: Bench, batches: readonly Batch[]): Promise<void> {
  const { origin, username, password, pathname } = new URL(engine.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const query = `INSERT INTO events (${columnNames.join(", ")}) FORMAT RowBinary`;
  for (const { rows } of batches) {
    const parameters = new URLSearchParams({
      query,
      database: pathname.slice(1),
      query_id: randomUUID(),
      insert_deduplication_token: randomUUID(),
    });
    const headers = {
      "content-length": rows.length,
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
    };
    await new Promise<void>((resolve, reject) => {
      const sent = request(
        `${origin}/?${parameters}`,
        { method: "POST", agent, headers },
        (reply) => {
          if (reply.statusCode !== 200)
            reject(new Error(`ClickHouse answered ${reply.statusCode}`));
          reply.resume().on("end", resolve).on("error", reject);
        },
      );
      sent.on("error", reject).end(rows);
    });
  }
  agent.destroy();
}
