import { percentile } from "../report.ts";

/**
 * The time and the number of requests that a side gets in its turn; it gets one request at least.
 */
const aRound = { ms: 100, requestsMax: 20 };
/** ClickHouse compiles an expression when it comes for the fourth time. */
const warmUp = { ms: 200, requestsMax: 5 };

export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
}

type Ask = () => Promise<unknown>;

/** Asks all sides in turn, so that other work of the machine affects each of them. */
export async function takeTurns<Asks extends readonly Ask[]>(
  rounds: number,
  ...asks: Asks
): Promise<{ [Index in keyof Asks]: Times }> {
  const timesMs: number[][] = asks.map(() => []);
  for (const ask of asks) await askForAWhile(ask, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, ask] of asks.entries()) timesMs[i]?.push(...(await askForAWhile(ask, aRound)));
  }
  return timesMs.map(timesOf) as { [Index in keyof Asks]: Times };
}

export function timesOf(timesMs: readonly number[]): Times {
  return {
    p50Ms: percentile(timesMs, 50),
    p99Ms: percentile(timesMs, 99),
    requests: timesMs.length,
  };
}

export async function timeMs(ask: Ask): Promise<number> {
  const start = performance.now();
  await ask();
  return performance.now() - start;
}

async function askForAWhile(
  ask: Ask,
  { ms, requestsMax }: { ms: number; requestsMax: number },
): Promise<number[]> {
  const timesMs: number[] = [];
  const end = performance.now() + ms;
  do timesMs.push(await timeMs(ask));
  while (performance.now() < end && timesMs.length < requestsMax);
  return timesMs;
}
