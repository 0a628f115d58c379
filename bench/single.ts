/**
 * Measures single events: Footfall and the bare handler in turn, at full speed and at a given rate.
 */
import { type Generator, measureLoad, type Round, type RoundKey } from "./generator.ts";
import { type Footfall, type Program, settle } from "./program.ts";
import { median, table } from "./report.ts";
import { megabytes } from "./usage.ts";

const warmUpSeconds = 3;

export interface Sides {
  readonly generator: Generator;
  readonly ceiling: Program;
  readonly footfall: Footfall;
}

export interface Plan {
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  /** The rate of an open loop; without it, the loop is closed. */
  readonly ratePerSecond?: number;
}

export interface Measured {
  readonly ceiling: readonly Round[];
  readonly footfall: readonly Round[];
  /** Events that Footfall acknowledged, those of the warm-up too. */
  readonly acknowledged: number;
}

/**
 * Measures rounds of either side in turn. Before one of the ceiling, the bench waits until merges
 * are over.
 */
export async function measureSides(
  { generator, ceiling, footfall }: Sides,
  { rounds, ...order }: Plan,
): Promise<Measured> {
  const warmUp = { ...order, seconds: warmUpSeconds };
  const results = { ceiling: [] as Round[], footfall: [] as Round[] };
  await measureLoad(generator, ceiling, warmUp);
  let acknowledged = (await measureLoad(generator, footfall, warmUp)).requests;
  for (let round = 0; round < rounds; round += 1) {
    await settle(footfall.pid);
    results.ceiling.push(await measureLoad(generator, ceiling, order));
    const result = await measureLoad(generator, footfall, order);
    acknowledged += result.requests;
    results.footfall.push(result);
  }
  return { ...results, acknowledged };
}

type Side = "ceiling" | "footfall";

export function medianOf(measured: Measured, side: Side, key: RoundKey): number {
  return median(measured[side].map((round) => round[key]));
}

export function reportMaximum(measured: Measured, connections: number): string {
  const ratio =
    medianOf(measured, "footfall", "perSecond") / medianOf(measured, "ceiling", "perSecond");
  const each = measured.footfall.map(
    ({ perSecond }, i) => perSecond / (measured.ceiling[i]?.perSecond ?? Number.NaN),
  );
  const written = (key: "serverBytesWritten" | "engineBytesWritten") =>
    medianOf(measured, "footfall", key).toFixed(0);
  return [
    `\n${connections} connections, as fast as they go`,
    sidesTable(measured),
    `ratio ${ratio.toFixed(2)} (rounds: ${each.map((value) => value.toFixed(2)).join(", ")})`,
    `bytes written for each event: Footfall ${written("serverBytesWritten")}, ClickHouse ${written("engineBytesWritten")}`,
  ].join("\n");
}

export function reportLatency(measured: Measured, { connections, ratePerSecond }: Plan): string {
  const ratio = medianOf(measured, "footfall", "p99Ms") / medianOf(measured, "ceiling", "p99Ms");
  const each = measured.footfall.map(
    ({ p99Ms }, i) => p99Ms / (measured.ceiling[i]?.p99Ms ?? Number.NaN),
  );
  return [
    `\n${connections} connections, ${ratePerSecond?.toFixed(0)} requests/s, half of Footfall's maximum`,
    sidesTable(measured),
    `p99 ratio ${ratio.toFixed(2)} (rounds: ${each.map((value) => value.toFixed(2)).join(", ")}); at most 4 is wanted`,
  ].join("\n");
}

function sidesTable(measured: Measured): string {
  const row = (name: string, side: Side) => [
    name,
    medianOf(measured, side, "perSecond").toFixed(0),
    medianOf(measured, side, "p50Ms").toFixed(2),
    medianOf(measured, side, "p99Ms").toFixed(2),
    medianOf(measured, side, "serverCpuUs").toFixed(0),
    medianOf(measured, side, "engineCpuUs").toFixed(0),
    medianOf(measured, side, "generatorCpuUs").toFixed(0),
    megabytes(medianOf(measured, side, "serverRssBytes")),
    megabytes(medianOf(measured, side, "engineRssBytes")),
  ];
  const head = [
    "CPU s per million events",
    "events/s",
    "p50 ms",
    "p99 ms",
    "server",
    "ClickHouse",
    "generator",
    "server MB",
    "ClickHouse MB",
  ];
  return table(head, [row("bare Fastify", "ceiling"), row("Footfall", "footfall")]);
}
