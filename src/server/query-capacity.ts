import { availableParallelism } from "node:os";

import type { Config } from "../config.ts";
import type { ReportLimits } from "../http/reports.ts";

/** Below the 30 s after which a store that says nothing counts as away. */
const timeMsMax = 20_000;

/**
 * What reports may take in one of the processes that answer. The heavy ones of all processes together get
 * the cores but one, which is left to collecting, though two where there are two, and three fifths of the embedded engine's
 * memory, as inserts and merges need the rest. A server's cores and memory are not known here; its own limits hold there.
 */
export function reportLimitsOf(config: Config, cores = availableParallelism()): ReportLimits {
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
