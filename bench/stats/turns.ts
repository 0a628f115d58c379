import { percentile } from "../report.ts";

/** In a round a side is asked for so long, but once at least. */
const roundMs = 200;
const roundRequestsMax = 20;

export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
}

/** Asks all sides in turn, so that what else the machine does meets each of them. */
export async function takeTurns(
  rounds: number,
  ...asks: readonly (() => Promise<unknown>)[]
): Promise<Times[]> {
  const timesMs: number[][] = asks.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, ask] of asks.entries()) timesMs[i]?.push(...(await askForAWhile(ask)));
  }
  return timesMs.map(timesOf);
}

export function timesOf(timesMs: readonly number[]): Times {
  return {
    p50Ms: percentile(timesMs, 50),
    p99Ms: percentile(timesMs, 99),
    requests: timesMs.length,
  };
}

export async function timeMs(ask: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await ask();
  return performance.now() - start;
}

async function askForAWhile(ask: () => Promise<unknown>): Promise<number[]> {
  const timesMs: number[] = [];
  const end = performance.now() + roundMs;
  do timesMs.push(await timeMs(ask));
  while (performance.now() < end && timesMs.length < roundRequestsMax);
  return timesMs;
}
