import type { Stat, StatPage } from "./answers.ts";
import { getJson } from "./request.ts";

/** Every record of a report that is asked for in pages of 100, in order. Only for lists that are known to be short. */
export async function getAllStats(path: string, signal: AbortSignal): Promise<readonly Stat[]> {
  const stats: Stat[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await getJson<StatPage>(`${path}&page=${page}`, signal);
    stats.push(...answer.data);
    last = answer.meta.last_page;
  }
  return stats;
}
