import type { WebsiteRecord } from "../../model/website.ts";
import type { Page } from "./answers.ts";
import { getJson } from "./request.ts";

/** Returns the path at which `findWebsite` searches for a domain. */
export function websiteSearchPath(domain: string): string {
  return `/api/v1/websites?${new URLSearchParams({ search: domain, per_page: "100" })}`;
}

/**
 * Returns the website with exactly the searched domain, or null. The search finds longer ones, too.
 */
export async function findWebsite(
  path: string,
  signal: AbortSignal,
): Promise<{ readonly record: WebsiteRecord | null }> {
  const domain = new URLSearchParams(path.split("?")[1]).get("search");
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data, meta } = await getJson<Page<WebsiteRecord>>(`${path}&page=${page}`, signal);
    const record = data.find((website) => website.domain === domain);
    if (record !== undefined) return { record };
    last = meta.last_page;
  }
  return { record: null };
}
