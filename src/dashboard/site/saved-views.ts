import type { ViewRecord } from "../../model/view.ts";
import { getAllPages } from "../api/all-pages.ts";
import { type Answer, useAnswer } from "../api/answer.ts";

/**
 * Fetches the saved views of the website at a path by name: those that all share, and the caller's
 * own.
 */
export function useSavedViews(website: string | undefined): Answer<readonly ViewRecord[]> {
  const path = website && `${website}/views?sort_by=name&sort=asc&per_page=100`;
  return useAnswer<readonly ViewRecord[]>(path, getAllPages);
}
