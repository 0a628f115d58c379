/** The bench's work with ClickHouse besides queries: merges, files, and bytes read. */
import { writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { ClickHouseClient } from "@clickhouse/client";

const settleMsMax = 120_000;
export interface Read {
  readonly rows: number;
  readonly bytes: number;
}

export type ReadMeter = (task: () => Promise<unknown>) => Promise<Read>;

export async function rowsOf<Row>(client: ClickHouseClient, query: string): Promise<Row[]> {
  return (await client.query({ query, format: "JSONEachRow" })).json<Row>();
}

/** Waits until nothing has been merged for a second, two minutes at most. */
export async function settleMerges(client: ClickHouseClient): Promise<void> {
  const deadline = Date.now() + settleMsMax;
  for (let quiet = 0; quiet < 4 && Date.now() < deadline; await delay(250)) {
    const [running] = await rowsOf<{ n: number }>(client, "SELECT count() AS n FROM system.merges");
    quiet = running?.n === 0 ? quiet + 1 : 0;
  }
}

/**
 * Empties the kernel's caches of files, if permitted. Returns whether it was: only root may, and
 * other programs on the machine become slower for a moment. Footfall's user may not empty
 * ClickHouse's own caches, which hold marks and indexes.
 */
export function dropFileCache(): Promise<boolean> {
  return writeFile("/proc/sys/vm/drop_caches", "1").then(
    () => true,
    () => false,
  );
}

/**
 * Returns a meter of what ClickHouse reads while a task runs, as ClickHouse counts it for all its
 * users. So nothing else may run. Footfall's own background work in that time is counted too.
 */
export async function openReadMeter(client: ClickHouseClient): Promise<ReadMeter> {
  const measure: ReadMeter = async (task) => {
    const before = await counters(client);
    await task();
    const after = await counters(client);
    return { rows: after.rows - before.rows, bytes: after.bytes - before.bytes };
  };
  // Reading the counters is counted as well.
  const nothing = async () => {};
  const own = leastOf([await measure(nothing), await measure(nothing), await measure(nothing)]);
  return async (task) => {
    const { rows, bytes } = await measure(task);
    return { rows: rows - own.rows, bytes: bytes - own.bytes };
  };
}

/**
 * Returns a meter of the processor time that ClickHouse takes while a task runs, in milliseconds.
 * Its work in the background is counted, too.
 */
export async function openCpuMeter(
  client: ClickHouseClient,
): Promise<(task: () => Promise<unknown>) => Promise<number>> {
  const counted = async () => {
    const [{ ms } = { ms: Number.NaN }] = await rowsOf<{ ms: number }>(
      client,
      `SELECT sumIf(value, event IN ('UserTimeMicroseconds', 'SystemTimeMicroseconds')) / 1000 AS ms
      FROM system.events`,
    );
    return ms;
  };
  return async (task) => {
    const before = await counted();
    await task();
    return (await counted()) - before;
  };
}

/** Returns the least of the reads: other reads can only add to it. */
export function leastOf(reads: readonly Read[]): Read {
  return {
    rows: Math.min(...reads.map(({ rows }) => rows)),
    bytes: Math.min(...reads.map(({ bytes }) => bytes)),
  };
}

async function counters(client: ClickHouseClient): Promise<Read> {
  const [counted] = await rowsOf<Read>(
    client,
    `SELECT
      sumIf(value, event = 'SelectedRows') AS rows,
      sumIf(value, event = 'SelectedBytes') AS bytes
    FROM system.events`,
  );
  return counted ?? { rows: Number.NaN, bytes: Number.NaN };
}
