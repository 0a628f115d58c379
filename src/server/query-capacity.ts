import { availableParallelism } from "node:os";

import type { Config } from "../config.ts";
import type { QueryCapacity } from "../stats/query-scheduler.ts";

/** Below the 30 s after which a store that says nothing counts as away. */
const timeMsMax = 20_000;

/**
 * Returns how much the queries of one HTTP process may take.
 *
 * With the embedded engine, the heavy queries of all processes share the cores but one, which is left
 * to collecting, though both of two; and three fifths of the engine's memory, as inserts and merges
 * need the rest. The cores and memory of a server are unknown here, so its own limits hold.
 */
export function queryCapacityOf(config: Config, cores = availableParallelism()): QueryCapacity {
  const { HEAVY_QUERIES_MAX, WORKERS, CLICKHOUSE_URL, EMBEDDED_MEMORY_BYTES_MAX } = config;
  const heavyMax = Math.max(1, Math.floor(HEAVY_QUERIES_MAX / WORKERS));
  if (CLICKHOUSE_URL !== undefined) return { heavyMax, timeMsMax };
  const together = heavyMax * WORKERS;
  return {
    heavyMax,
    timeMsMax,
    threadsMax: Math.max(1, Math.floor(Math.max(Math.min(cores, 2), cores - 1) / WORKERS)),
    // With less than a quarter each, a large answer would not come at all; it is rare that all are large.
    memoryBytesMax: Math.floor(EMBEDDED_MEMORY_BYTES_MAX * Math.max(0.6 / together, 0.25)),
  };
}
