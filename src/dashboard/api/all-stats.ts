import type { Stat, StatPage } from "./answers.ts";
import { getJson } from "./request.ts";

/** Returns all records of a breakdown, page by page. The path must lead to a short list. */
export async function getAllStats(path: string, signal: AbortSignal): Promise<readonly Stat[]> {
  const stats: Stat[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await getJson<StatPage>(`${path}&page=${page}`, signal);
    stats.push(...answer.data);
    last = answer.meta.last_page;
  }
  return stats;
}
