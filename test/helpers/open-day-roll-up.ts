import { pino } from "pino";

import { OpenDayPlanner } from "../../src/rollups/open-days/open-day-planner.ts";
import { RollupWorker } from "../../src/rollups/rollup-worker.ts";
import type { WebsiteClock } from "../../src/rollups/waiting-days.ts";
import type { TestFootfall } from "./footfall.ts";

/** Rolls up the days that are open at that time. All events older than two minutes have arrived. */
export async function rollUpOpenDays(
  { server }: TestFootfall,
  websites: readonly WebsiteClock[],
  untilMs: number,
  { eventsMin = 1 } = {},
): Promise<void> {
  const { db } = server.store;
  const now = () => untilMs + 2 * 60_000;
  const openDays = new OpenDayPlanner({ db, websites: () => websites, eventsMin, now });
  const logger = pino({ level: "silent" });
  await new RollupWorker({ db, memoryBytesMax: 512 * 1024 ** 2, logger, now }, [openDays]).rollUp();
  if (openDays.counts.failures > 0) throw new Error("an open-day roll-up failed");
}
