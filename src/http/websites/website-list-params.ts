import { type Static, Type } from "typebox";
import { oneOf } from "../../model/text.ts";

import { writtenDomain } from "../../websites/domain.ts";
import type { Website } from "../../websites/website.ts";
import { perPage, sortDirection } from "../params/page-params.ts";

/** The parameters that choose a page of the list of websites. */
export const websiteListParams = {
  search: Type.Optional(
    Type.String({
      description:
        "Text that the domain must contain, as stored or as people write it, case-insensitive.",
      examples: ["example"],
      errorMessage: "must be text",
    }),
  ),
  search_by: Type.Optional(
    oneOf(["domain"], {
      default: "domain",
      description: "Field that `search` applies to.",
      examples: ["domain"],
    }),
  ),
  favorite: Type.Optional(
    oneOf(["1", "true", "0", "false"], {
      description: "`1` or `true`: only favourites; `0` or `false`: only other websites.",
      examples: ["1"],
    }),
  ),
  sort_by: Type.Optional(
    oneOf(["id", "domain"], {
      default: "id",
      description: "Field to sort by; `id` is the order of creation.",
      examples: ["domain"],
    }),
  ),
  sort: sortDirection,
  ...perPage,
};
export const WebsiteListParams = Type.Object(websiteListParams);
type WebsiteListParams = Static<typeof WebsiteListParams>;

/** Returns the websites that a list has, in its order. */
export function selectWebsites(
  all: readonly Website[],
  query: Omit<WebsiteListParams, "page" | "per_page">,
): Website[] {
  const { search = "", favorite, sort_by = "id", sort = "desc" } = query;
  const text = search.toLowerCase();
  const favorited = favorite === undefined ? undefined : favorite === "1" || favorite === "true";
  const byDomain = (a: Website, b: Website) => (a.domain < b.domain ? -1 : 1);
  const byId = (a: Website, b: Website) => a.id - b.id;
  const matches = all
    .filter(({ domain }) => domain.includes(text) || writtenDomain(domain).includes(text))
    .filter(
      ({ favoritedAt }) => favorited === undefined || (favoritedAt !== undefined) === favorited,
    )
    .sort(sort_by === "domain" ? byDomain : byId);
  return sort === "asc" ? matches : matches.reverse();
}
