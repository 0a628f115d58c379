import type { ClickHouseClient } from "@clickhouse/client";

import { dayMs, isoDay } from "./days.ts";
import { rowsOf } from "./engine.ts";
import { eventsPerSession, type Seeding, seed, stagingTable } from "./seed.ts";

export interface Seeder {
  readonly client: ClickHouseClient;
  /** The bench's present in milliseconds, which stands still while events are made. */
  readonly now: number;
}

/** Websites, and the properties of their events. */
export type Traffic = Omit<Seeding, "table" | "from" | "days" | "elapsed">;

/** Returns the number of sessions a day. */
export function sessionsOf(events: number, days: number): number {
  return events / days / eventsPerSession;
}

/** The size of the largest merge. Footfall's user may change it, but not stop merges. */
const mergeMax = "max_bytes_to_merge_at_max_space_in_pool";

/** Makes the staging table, in which nothing is merged. */
export async function prepareDays(client: ClickHouseClient): Promise<void> {
  await client.command({ query: `CREATE TABLE ${stagingTable} AS events` });
  await client.command({ query: `ALTER TABLE ${stagingTable} MODIFY SETTING ${mergeMax} = 1` });
}

/**
 * Hands the days over to the server, merged, a month at a time. If the server rolled up a half-made
 * day, that day would be counted from its events for the next ten minutes.
 */
export async function publishDays(client: ClickHouseClient): Promise<void> {
  await client.command({ query: `ALTER TABLE ${stagingTable} RESET SETTING ${mergeMax}` });
  const partitions = await rowsOf<{ id: string }>(
    client,
    `SELECT DISTINCT partition_id AS id FROM system.parts WHERE active AND table = '${stagingTable}'`,
  );
  for (const { id } of partitions) {
    await client.command({ query: `OPTIMIZE TABLE ${stagingTable} PARTITION ID '${id}' FINAL` });
  }
  for (const { id } of partitions) {
    const move = `MOVE PARTITION ID '${id}' TO TABLE events`;
    await client.command({ query: `ALTER TABLE ${stagingTable} ${move}` });
  }
  await client.command({ query: `DROP TABLE ${stagingTable} SYNC` });
}

/**
 * Makes the days from `since` days ago to before `before` days ago, month by month, as each part
 * belongs to one month. They are in the staging table until `publishDays`.
 */
export async function seedDays(
  { client, now }: Seeder,
  { since, before }: { since: number; before: number },
  traffic: Traffic,
): Promise<void> {
  const today = Math.floor(now / dayMs);
  for (let day = today - since; day < today - before; ) {
    const from = isoDay(day);
    const nextMonth = Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7))) / dayMs;
    const end = Math.min(nextMonth, today - before);
    await seed(client, { ...traffic, table: stagingTable, from, days: end - day });
    day = end;
  }
}

/** Makes the open day, up to now. */
export async function seedToday({ client, now }: Seeder, traffic: Traffic): Promise<void> {
  const elapsed = (now % dayMs) / dayMs;
  await seed(client, { ...traffic, table: "events", from: isoDay(now / dayMs), days: 1, elapsed });
}
