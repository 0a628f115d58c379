import { bind, sql } from "../../src/clickhouse/sql.ts";
import { withinDay } from "../../src/rollups/open-days/later-effect.ts";
import {
  countLater,
  isProven,
  isUsable,
  readOpenDayRollups,
} from "../../src/rollups/open-days/open-day-rollups.ts";
import type { Target } from "./target.ts";
import { until } from "./wait.ts";
import type { Website } from "./website.ts";

/** Settings that roll up every open day, however few events it has. */
export const openDaySettings = { OPEN_DAY_ROLLUP_EVENTS_MIN: "1" };
/** The roll-up worker looks each minute, and a run takes some seconds. */
const rollingTimeoutMs = 90_000;

/** The open-day roll-ups of the website's day. */
export interface OpenDayState {
  /** Accepted runs. Those of a dropped generation are not among them. */
  readonly runs: number;
  /** Whether answers about the day use an open-day roll-up. */
  readonly isUsed: boolean;
}

async function readOpenDay(target: Target, website: Website): Promise<OpenDayState> {
  const day = { websiteId: website.id, date: website.today };
  return target.inEngine(async (db) => {
    const [found] = await db.rows<{ runs: number }>(sql`
      SELECT count() AS runs
      FROM open_day_rollups
      WHERE website_id = ${bind("UInt32", website.id)}`);
    const [newest] = await countLater(db, website.id, await readOpenDayRollups(db, withinDay(day)));
    const isUsed = newest !== undefined && isProven(newest) && isUsable(newest);
    return { runs: found?.runs ?? 0, isUsed };
  });
}

/**
 * Resolves when answers about the day use an open-day roll-up. After the timeout, resolves with the
 * state that it finds.
 */
export async function awaitOpenDayRollup(
  target: Target,
  website: Website,
  signal: AbortSignal,
): Promise<OpenDayState> {
  const isUsed = async () => (await readOpenDay(target, website)).isUsed;
  await until("an open-day roll-up", isUsed, { signal, timeoutMs: rollingTimeoutMs }).catch(() => {
    signal.throwIfAborted();
  });
  return readOpenDay(target, website);
}
