/** Measures bulk events, in either format, beside single events. */
import { type Generator, measureLoad, type Round, type RoundKey } from "./generator.ts";
import { type Footfall, settle } from "./program.ts";
import { median, table } from "./report.ts";
import { eventsPerBulkRequest } from "./requests.ts";
import { checkCounted } from "./website.ts";

/** Requests of this size keep the server busy on few connections. */
const bulkConnections = 8;
const catchUpMs = 120_000;
const ways = ["single", "JSON", "NDJSON"] as const;

export interface BulkPlan {
  readonly websiteId: number;
  /** Connections of the load of single events. */
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Events that are there already. */
  readonly acknowledged: number;
}

/** Measures rounds of the three ways in turn, each after ClickHouse has everything and is idle. */
export async function measureBulk(
  generator: Generator,
  footfall: Footfall,
  plan: BulkPlan,
): Promise<{ report: string; acknowledged: number }> {
  const { websiteId, rounds, seconds } = plan;
  const { apiKey } = footfall;
  const results = { single: [] as Round[], JSON: [] as Round[], NDJSON: [] as Round[] };
  let { acknowledged } = plan;
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) {
      await checkCounted(footfall, websiteId, acknowledged, catchUpMs);
      await settle(footfall.pid);
      const order =
        way === "single"
          ? { connections: plan.connections, seconds }
          : {
              connections: bulkConnections,
              seconds,
              bulk: { websiteId, apiKey, format: way },
            };
      const result = await measureLoad(generator, footfall, order);
      acknowledged += result.requests * eventsOf(way);
      results[way].push(result);
    }
  }
  return { report: reportBulk(results), acknowledged };
}

type Way = (typeof ways)[number];

function eventsOf(way: Way): number {
  return way === "single" ? 1 : eventsPerBulkRequest;
}

function reportBulk(results: Readonly<Record<Way, readonly Round[]>>): string {
  const of = (way: Way, key: RoundKey) => median(results[way].map((round) => round[key]));
  const perSecond = (way: Way) => of(way, "perSecond") * eventsOf(way);
  const cpuPerEvent = (way: Way) => of(way, "serverCpuUs") / eventsOf(way);
  const rows = ways.map((way) => [
    way,
    perSecond(way).toFixed(0),
    (perSecond(way) / perSecond("single")).toFixed(2),
    (cpuPerEvent("single") / cpuPerEvent(way)).toFixed(2),
    of(way, "p50Ms").toFixed(1),
    of(way, "p99Ms").toFixed(1),
    cpuPerEvent(way).toFixed(1),
    (of(way, "engineCpuUs") / eventsOf(way)).toFixed(1),
    (of(way, "generatorCpuUs") / eventsOf(way)).toFixed(1),
    ((cpuPerEvent(way) * perSecond(way)) / 1e6).toFixed(2),
  ]);
  const head = [
    "CPU s per million events",
    "events/s",
    "ratio",
    "by CPU",
    "p50 ms",
    "p99 ms",
    "server",
    "ClickHouse",
    "generator",
    "server's cores",
  ];
  return `\nbulk endpoint, ${eventsPerBulkRequest} events a request, ${bulkConnections} connections; a ratio of at least 5 is wanted\n${table(head, rows)}`;
}
