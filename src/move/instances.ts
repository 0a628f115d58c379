import { setTimeout as delay } from "node:timers/promises";

import type { Database } from "../clickhouse/database.ts";
import { readHeartbeats } from "../clickhouse/shards/heartbeats.ts";

const lookEveryMs = 200;

/**
 * Resolves when each instance that is there has this change of websites in force. One that is
 * silent for ten seconds counts as gone, and reads the changes before it answers again.
 */
export async function allHave(first: Database, change: number): Promise<void> {
  for (;;) {
    const instances = await readHeartbeats(first, "footfall");
    if (instances.every((footfall) => footfall.change >= change)) return;
    await delay(lookEveryMs);
  }
}
