import type { ClickHouseClient } from "@clickhouse/client";

import { dayMs, isoDay } from "./days.ts";
import { eventsPerSession, type Seeding, seed } from "./seed.ts";

export interface Seeder {
  readonly client: ClickHouseClient;
  /** The bench's present in milliseconds, which stands still while events are made. */
  readonly now: number;
}

/** Websites, and what their events are like. */
export type Traffic = Omit<Seeding, "from" | "days" | "elapsed">;

/** Sessions a day. */
export function sessionsOf(events: number, days: number): number {
  return events / days / eventsPerSession;
}

/** Days from `since` days ago to before `before` days ago, month by month: a part is of one month. */
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
    await seed(client, { ...traffic, from, days: end - day });
    day = end;
  }
}

/** The day that is not over, up to now. */
export async function seedToday({ client, now }: Seeder, traffic: Traffic): Promise<void> {
  const elapsed = (now % dayMs) / dayMs;
  await seed(client, { ...traffic, from: isoDay(now / dayMs), days: 1, elapsed });
}
