import { Problem } from "../errors.ts";
import type { Website } from "../websites/website.ts";
import type { Websites } from "../websites/websites.ts";

/**
 * Returns the website that the path names by `:id` or `:website_id`. Throws `Problem`
 * WEBSITE_NOT_FOUND if there is none, also for text that is no id.
 */
export function websiteByPath(request: { params: unknown }, websites: Websites): Website {
  const params = request.params as { id?: string; website_id?: string };
  const id = params.id ?? params.website_id ?? "";
  const website = /^[1-9]\d{0,9}$/.test(id) ? websites.all.find(Number(id)) : undefined;
  if (website === undefined) throw new Problem("WEBSITE_NOT_FOUND");
  return website;
}
