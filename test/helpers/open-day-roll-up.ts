import { pino } from "pino";

import { OpenDayRoller } from "../../src/rollups/open-days/open-day-roller.ts";
import type { WebsiteClock } from "../../src/rollups/waiting-days.ts";
import type { TestFootfall } from "./footfall.ts";

/** Rolls up the days that go on at that time, in which two minutes before have arrived whole. */
export async function rollUpRunning(
  { running }: TestFootfall,
  websites: readonly WebsiteClock[],
  untilMs: number,
  { eventsMin = 1 } = {},
): Promise<void> {
  const roller = new OpenDayRoller({
    db: running.store.db,
    websites: () => websites,
    eventsMin,
    memoryBytesMax: 512 * 1024 ** 2,
    log: pino({ level: "silent" }),
    now: () => untilMs + 2 * 60_000,
  });
  await roller.rollUp();
  if (roller.counts.failures > 0) throw new Error("a running roll-up failed");
}
