import type { WebsiteRecord } from "../../model/website.ts";
import { getAllPages } from "../api/all-pages.ts";
import { type Answer, useAnswer } from "../api/answer.ts";

const path = "/api/v1/websites?sort_by=domain&sort=asc&per_page=100";

/** Fetches the websites that the caller sees, by domain. Of thousands, the last are left out. */
export function useWebsites(): Answer<readonly WebsiteRecord[]> {
  return useAnswer<readonly WebsiteRecord[]>(path, getAllPages);
}
