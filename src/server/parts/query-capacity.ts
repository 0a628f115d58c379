import { availableParallelism } from "node:os";

import type { Config } from "../../base/config.ts";
import type { QueryCapacity } from "../../stats/query-scheduler.ts";

/** Shorter than the 30 s after which a silent store counts as unavailable. */
const timeMsMax = 20_000;

/**
 * Returns how much the queries of one HTTP process may take.
 *
 * - With the embedded engine, the heavy queries of all processes share all cores but one, which is
 *   left to collecting. On a machine with two cores they share both.
 * - They share three fifths of the engine's memory, as inserts and merges need the rest.
 * - The cores and the memory of a server are unknown here, so the server's own limits hold.
 */
export function queryCapacityOf(config: Config, cores = availableParallelism()): QueryCapacity {
  const { HEAVY_QUERIES_MAX, WORKERS, CLICKHOUSE_URL, EMBEDDED_MEMORY_BYTES_MAX } = config;
  const heavyMax = Math.max(1, Math.floor(HEAVY_QUERIES_MAX / WORKERS));
  if (CLICKHOUSE_URL.length > 0) return { heavyMax, timeMsMax };
  const together = heavyMax * WORKERS;
  return {
    heavyMax,
    timeMsMax,
    threadsMax: Math.max(1, Math.floor(Math.max(Math.min(cores, 2), cores - 1) / WORKERS)),
    // With less than a quarter each, large queries would always fail. Rarely are all of them large.
    memoryBytesMax: Math.floor(EMBEDDED_MEMORY_BYTES_MAX * Math.max(0.6 / together, 0.25)),
  };
}
