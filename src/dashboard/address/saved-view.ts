import {
  changeWebsiteQuery,
  readWebsiteQuery,
  type WebsiteQuery,
  writeWebsiteQuery,
} from "./website-query.ts";

/**
 * Returns the query of a saved view that shows what the page shows: without dialogs and forms, and
 * from the first page of a list. It names a relative range also where the address need not, so that
 * the view keeps it.
 */
export function viewQueryOf(query: WebsiteQuery): string {
  const report = { ...query.report, form: undefined, page: 1 };
  const kept = { ...query, report, open: undefined, isPaused: false };
  const params = new URLSearchParams(writeWebsiteQuery(kept));
  if (typeof query.range === "string") params.set("range", query.range);
  return params.toString();
}

/** Returns the state of the page that the query of a saved view means. */
export function readViewQuery(text: string): WebsiteQuery {
  return changeWebsiteQuery(readWebsiteQuery(text), { open: undefined, isPaused: false });
}
