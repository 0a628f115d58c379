import { normaliseDomain } from "./domain.ts";
import type { Website } from "./website.ts";
import type { WebsiteLookup } from "./website-set.ts";

/**
 * Returns the website with this domain, in any spelling. Most pages send the stored spelling; only
 * others cost a conversion.
 */
export function findByName(websites: WebsiteLookup, name: string): Website | undefined {
  return websites.findByDomain(name) ?? websites.findByDomain(normaliseDomain(name) ?? "");
}

/**
 * Returns the website of a page on this host: the one with the longest domain that is the host or
 * above it.
 */
export function findByHost(websites: WebsiteLookup, host: string): Website | undefined {
  const labels = (normaliseDomain(host) ?? "").split(".");
  for (let i = 0; i < labels.length; i += 1) {
    const website = websites.findByDomain(labels.slice(i).join("."));
    if (website !== undefined) return website;
  }
  return undefined;
}
