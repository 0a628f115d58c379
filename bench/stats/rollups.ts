import { setTimeout as delay } from "node:timers/promises";
import type { ClickHouseClient } from "@clickhouse/client";

import type { Footfall } from "../program.ts";
import { dayMs, isoDay } from "./days.ts";
import { rowsOf } from "./engine.ts";

const waitMsMax = 3_600_000;
const openDayWaitMsMax = 600_000;

/**
 * Waits until Footfall has rolled up all closed days of all websites, an hour at most. Footfall
 * looks for such days once a minute. So even if none is waiting, there may be more to come.
 */
export async function waitForRollups(
  footfall: Footfall,
  client: ClickHouseClient,
  now: number,
): Promise<void> {
  const [closed] = await rowsOf<{ days: number }>(
    client,
    `SELECT uniqExact(website_id, date) AS days FROM events WHERE date < '${isoDay(now / dayMs)}'`,
  );
  const deadline = Date.now() + waitMsMax;
  for (;;) {
    const { done, waiting } = await readMetrics(footfall);
    if (done >= (closed?.days ?? 0) && waiting === 0) return;
    if (Date.now() > deadline) throw new Error(`${waiting} days wait for their roll-up`);
    await delay(500);
  }
}

/**
 * Waits until the website has an open-day roll-up of all events up to the moment at least, ten
 * minutes at most.
 */
export async function waitForOpenDayRollup(
  client: ClickHouseClient,
  websiteId: number,
  untilMs = 0,
): Promise<void> {
  const deadline = Date.now() + openDayWaitMsMax;
  for (;;) {
    const found = await rowsOf(
      client,
      `SELECT 1
      FROM open_day_rollups
      WHERE website_id = ${websiteId} AND until >= fromUnixTimestamp64Milli(${untilMs})
      LIMIT 1`,
    );
    if (found.length > 0) return;
    if (Date.now() > deadline) throw new Error("today has no open-day roll-up");
    await delay(500);
  }
}

async function readMetrics({ url, apiKey }: Footfall): Promise<{ done: number; waiting: number }> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const read = (name: string) =>
    Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "m").exec(text)?.[1]);
  return {
    done: read("footfall_rollups_written_total"),
    waiting: read("footfall_rollups_waiting"),
  };
}
