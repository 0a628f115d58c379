import { Problem } from "../../base/errors.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";

/**
 * Resolves with the website that the path names by `:id` or `:website_id`. Rejects with `Problem`
 * WEBSITE_NOT_FOUND if there is none, also for text that is no id, and as `Websites.find` does.
 */
export async function websiteByPath(
  request: { params: unknown },
  websites: Websites,
): Promise<Website> {
  const params = request.params as { id?: string; website_id?: string };
  const id = params.id ?? params.website_id ?? "";
  const isId = /^[1-9]\d{0,9}$/.test(id);
  const website = isId ? await websites.find((all) => all.find(Number(id))) : undefined;
  if (website === undefined) throw new Problem("WEBSITE_NOT_FOUND");
  return website;
}
