import type { Website } from "../../../websites/website.ts";
import type { Reports } from "../reports.ts";
import { listGoals } from "./scope.ts";
import { integerOf, type Query } from "./v1.ts";

/** `GET /api/v1/sites`: the websites that the caller may read. */
export function listSites(websites: readonly Website[], query: Query) {
  const { items, meta } = cut(
    [...websites].sort((a, b) => a.id - b.id),
    query,
  );
  return { sites: items.map(showSite), meta };
}

/** The answer to `GET /api/v1/sites/{domain}`. */
export function showSite({ domain, timezone }: Website) {
  return { domain, timezone };
}

/** `GET /api/v1/sites/goals`: the goals of a website. */
export async function listSiteGoals(reports: Reports, query: Query) {
  const { items, meta } = cut(await listGoals(reports), query);
  const goals = items.map(({ id, name, type, value, props }) => ({
    id: String(id),
    goal_type: type,
    display_name: name,
    currency: null,
    event_name: type === "event" ? value : null,
    page_path: type === "page" ? value : null,
    custom_props: props,
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
