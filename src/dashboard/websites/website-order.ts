import type { WebsiteSummary } from "../../model/summary.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import type { WebsiteListQuery } from "../address/website-list-query.ts";
import { tileNumbers } from "./tile-numbers.ts";

/** Numbers in names count by their size: `shop-2` comes before `shop-10`. */
const natural = new Intl.Collator(undefined, { numeric: true });

/**
 * Returns the websites in the order that the query asks for: by name, or the largest number first.
 * Websites whose number is not known are last.
 */
export function inOrder(
  websites: readonly WebsiteRecord[],
  query: Pick<WebsiteListQuery, "days" | "measure" | "sort">,
  known: {
    readonly summaries: ReadonlyMap<number, WebsiteSummary>;
    readonly online: readonly number[];
  },
): readonly WebsiteRecord[] {
  const rankOf = (website: WebsiteRecord): number => {
    if (query.sort === "name") return 0;
    if (query.sort === "online") {
      const place = known.online.indexOf(website.id);
      return place < 0 ? Number.NEGATIVE_INFINITY : -place;
    }
    const { count, change } = tileNumbers(website, query, known.summaries.get(website.id));
    return (query.sort === "change" ? change : count) ?? Number.NEGATIVE_INFINITY;
  };
  return websites
    .map((website) => ({ website, rank: rankOf(website) }))
    .sort(
      (a, b) =>
        (a.rank === b.rank ? 0 : b.rank - a.rank) ||
        natural.compare(a.website.domain_unicode, b.website.domain_unicode),
    )
    .map(({ website }) => website);
}
