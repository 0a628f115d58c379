import { startChild } from "./child.ts";
import type { Load, LoadResult } from "./load.ts";
import type { Program } from "./program.ts";
import { type TreeUsage, usageOf } from "./usage.ts";

/** The load generator's process. */
export interface Generator {
  /** Throws if an answer is not a plain 202, unless `refusals` allows some. */
  load(order: Load, options?: { refusals?: boolean }): Promise<LoadResult>;
  stop(): void;
}

/** The cost of a load. Microseconds are processor time for each request. */
export interface Cost {
  readonly serverCpuUs: number;
  readonly engineCpuUs: number;
  readonly generatorCpuUs: number;
  readonly serverRssBytes: number;
  readonly engineRssBytes: number;
  readonly serverBytesWritten: number;
  readonly engineBytesWritten: number;
}

export type Round = LoadResult & Cost;

/** The key of a number in a round. */
export type RoundKey = Exclude<keyof Round, "others" | "acknowledgedAtMs" | "acknowledgedInMs">;

export function startGenerator(): Generator {
  const child = startChild<Load, LoadResult>(new URL("./load.ts", import.meta.url));
  return {
    async load(order, { refusals = false } = {}) {
      const result = await child.carryOut(order);
      if (!refusals && Object.keys(result.others).length > 0) {
        throw new Error(`answers that were not 202: ${JSON.stringify(result.others)}`);
      }
      return result;
    },
    stop: child.stop,
  };
}

/** Puts the load on a program, and measures what it costs the program. */
export async function measureLoad(
  generator: Generator,
  target: Program,
  order: Omit<Load, "url">,
): Promise<Round> {
  const before = await usageOf(target.pid);
  const result = await generator.load({ ...order, url: target.url });
  const after = await usageOf(target.pid);
  return { ...result, ...costOf(before, after, result) };
}

function costOf(before: TreeUsage, after: TreeUsage, { requests, cpuMs }: LoadResult): Cost {
  const perRequestUs = (ms: number) => (ms * 1000) / requests;
  return {
    serverCpuUs: perRequestUs(after.server.cpuMs - before.server.cpuMs),
    engineCpuUs: perRequestUs(after.engine.cpuMs - before.engine.cpuMs),
    generatorCpuUs: perRequestUs(cpuMs),
    serverRssBytes: after.server.rssBytes,
    engineRssBytes: after.engine.rssBytes,
    serverBytesWritten: (after.server.writtenBytes - before.server.writtenBytes) / requests,
    engineBytesWritten: (after.engine.writtenBytes - before.engine.writtenBytes) / requests,
  };
}
