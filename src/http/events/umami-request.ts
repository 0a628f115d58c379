import { Problem } from "../../base/errors.ts";
import { parseUrl } from "../../base/net/url.ts";
import type { Event } from "../../collect/event.ts";
import { readUmamiEvent } from "../../collect/umami-event.ts";
import type { UmamiPayload, UmamiRequest } from "../../model/umami-event.ts";
import { findByHost, findByIdOrName } from "../../websites/by-name.ts";
import { normaliseDomain } from "../../websites/domain.ts";
import type { Website } from "../../websites/website.ts";
import type { WebsiteLookup } from "../../websites/website-set.ts";
import type { Websites } from "../../websites/websites.ts";
import { noteUnknown, type Uncounted } from "./uncounted.ts";

/**
 * Resolves with the event of a request and its website, or with nothing for requests of a kind that
 * is ignored. Throws `Problem` VALIDATION or WEBSITE_NOT_FOUND, and counts what is not found.
 */
export async function readUmamiRequest(
  { type, payload }: UmamiRequest,
  { find, uncounted }: { find: Websites["find"]; uncounted: Uncounted },
): Promise<{ website: Website; event: Event } | undefined> {
  if (type !== "event") return undefined;
  const website = await find((all) => websiteOf(payload, all));
  if (website === undefined) {
    noteUnknown(uncounted, normaliseDomain(String(payload.website ?? "")), pageHost(payload));
    throw new Problem("WEBSITE_NOT_FOUND");
  }
  return { website, event: readUmamiEvent(payload, hostOf(payload, website)) };
}

function pageHost({ hostname, url }: UmamiPayload): string {
  return hostname || (parseUrl(url ?? "")?.hostname ?? "");
}

/**
 * Returns the host of an event whose URL is a path.
 *
 * A client that names the website by its domain has named the host. A client that sends our id must
 * send the host, too: ids can be guessed, and the host is compared with the website's domain.
 */
function hostOf(
  { website: idOrDomain, hostname }: UmamiPayload,
  website: Website,
): string | undefined {
  return hostname || (isId(idOrDomain) ? undefined : website.domain);
}

function isId(idOrDomain: UmamiPayload["website"]): boolean {
  return /^\d{1,15}$/.test(String(idOrDomain));
}

/**
 * Returns the website that our id, a domain or an alias names. With another tracker's id, or none,
 * the host of the page names it.
 */
function websiteOf(payload: UmamiPayload, all: WebsiteLookup): Website | undefined {
  const name = String(payload.website ?? "");
  const named = findByIdOrName(all, name);
  const isName = isId(payload.website) || normaliseDomain(name) !== undefined;
  return isName ? named : (named ?? findByHost(all, pageHost(payload)));
}
