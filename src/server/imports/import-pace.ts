import { Pace } from "../../import/run/pace.ts";
import { LogGrowth } from "../../log/log-growth.ts";
import { listLogDirectories } from "../shards/shard-directory.ts";

/**
 * An import works for this long before it rests. Linux lets a process that has just woken run for
 * some milliseconds, whatever its priority. One that works on without rests gives way at once. So
 * few long rests are better than many short ones.
 */
const stretchMs = 100;

/** The length of a rest while events come in, as a multiple of the work before it. */
const restRatio = 20;

/** Returns the pace of an import that gives way to the events whose logs are in the directory. */
export async function openImportPace(dataDirectory: string): Promise<Pace> {
  const logs = new LogGrowth(await listLogDirectories(dataDirectory));
  return new Pace({ stretchMs, restRatio: async () => ((await logs.hasGrown()) ? restRatio : 0) });
}
