import type { Page } from "./answers.ts";
import { getJson } from "./request.ts";

/** Pages that are read at most, of 100 items each. */
const pagesMax = 20;

/**
 * Returns the items of a list, page by page. The path has parameters already, and leads to a short
 * list; of a long one, the rest is left out.
 */
export function getAllPages<Item>(path: string, signal: AbortSignal): Promise<readonly Item[]> {
  return getPages<Item>(path, signal, pagesMax);
}

/** Returns the items of the first two pages. */
export function getTwoPages<Item>(path: string, signal: AbortSignal): Promise<readonly Item[]> {
  return getPages<Item>(path, signal, 2);
}

async function getPages<Item>(
  path: string,
  signal: AbortSignal,
  most: number,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let page = 1, last = 1; page <= Math.min(last, most); page += 1) {
    const answer = await getJson<Page<Item>>(`${path}&page=${page}`, signal);
    items.push(...answer.data);
    last = answer.meta.last_page;
  }
  return items;
}
