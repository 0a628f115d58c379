import { type Api, Refused, type Site } from "../api.ts";
import { listGoals } from "./scope.ts";
import { integerOf, type Query } from "./v1.ts";

/** The same text whether the key is wrong or the website is not there: nobody learns which. */
export const unauthorized =
  "Invalid API key or site ID: send a key that may read the site as a bearer token.";

/** Resolves with the website of a domain or an alias. Throws `Refused` if the caller sees none. */
export async function findSite(api: Api, name: string): Promise<Site> {
  try {
    const { data } = await api.get(`/api/v1/websites/${encodeURIComponent(name)}`);
    if (Number.isInteger(data.id)) return data;
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 429) throw error;
  }
  throw new Refused(unauthorized, 401);
}

/** `GET /api/v1/sites`: the websites that the caller may read. */
export async function listSites(api: Api, query: Query) {
  const order = new URLSearchParams({ sort_by: "id", sort: "asc" });
  const { rows } = await api.list<Site>("/api/v1/websites", order);
  const { items, meta } = cut(rows, query);
  return { sites: items.map(showSite), meta };
}

/** The answer to `GET /api/v1/sites/{domain}`. */
export function showSite({ domain, timezone }: Site) {
  return { domain, timezone };
}

/** `GET /api/v1/sites/goals`: the goals of a website. */
export async function listSiteGoals(api: Api, site: Site, query: Query) {
  const { items, meta } = cut(await listGoals({ api, site }), query);
  const goals = items.map(({ id, name, type, value, props }) => ({
    id: String(id),
    goal_type: type,
    display_name: name,
    currency: null,
    event_name: type === "event" ? value : null,
    page_path: type === "page" ? value : null,
    custom_props: props ?? {},
  }));
  return { goals, meta };
}

/** Returns a part of a list; the cursor is the id of its last one. */
function cut<Item extends { readonly id: number }>(all: readonly Item[], query: Query) {
  const limit = integerOf("limit", query["limit"] ?? "100", 1_000);
  const after = Number(query["after"] ?? 0);
  const items = all.filter(({ id }) => id > after).slice(0, limit);
  const last = items.at(-1);
  const hasMore = last !== undefined && last !== all.at(-1);
  return { items, meta: { after: hasMore ? String(last.id) : null, before: null, limit } };
}
