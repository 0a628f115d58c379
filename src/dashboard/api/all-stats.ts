import type { Page, Stat } from "./answers.ts";
import { getJson } from "./request.ts";

/** Returns all records of a report, page by page. The path must lead to a short list. */
export async function getAllPages<Row>(path: string, signal: AbortSignal): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await getJson<Page<Row>>(`${path}&page=${page}`, signal);
    rows.push(...answer.data);
    last = answer.meta.last_page;
  }
  return rows;
}

/** Returns all records of a breakdown. */
export const getAllStats = getAllPages<Stat>;
