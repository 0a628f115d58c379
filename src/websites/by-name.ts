import { normaliseDomain } from "./domain.ts";
import type { Website } from "./website.ts";
import type { WebsiteLookup } from "./website-set.ts";

/**
 * Returns the website with this domain, in any spelling, or with this alias. Most pages send the
 * stored spelling; only others cost a conversion.
 */
export function findByName(websites: WebsiteLookup, name: string): Website | undefined {
  return findExactly(websites, name) ?? findExactly(websites, normaliseDomain(name) ?? "");
}

function findExactly(websites: WebsiteLookup, name: string): Website | undefined {
  return websites.findByDomain(name) ?? websites.findByAlias(name);
}

/** Returns the website with this id, or else with this domain or alias. */
export function findByIdOrName(websites: WebsiteLookup, text: string): Website | undefined {
  const byId = /^[1-9]\d{0,9}$/.test(text) ? websites.find(Number(text)) : undefined;
  return byId ?? findByName(websites, text);
}

/**
 * Returns the website of a page on this host: the one with the longest domain, or alias, that is
 * the host or above it.
 */
export function findByHost(websites: WebsiteLookup, host: string): Website | undefined {
  const labels = (normaliseDomain(host) ?? "").split(".");
  for (let i = 0; i < labels.length; i += 1) {
    const website = findExactly(websites, labels.slice(i).join("."));
    if (website !== undefined) return website;
  }
  return undefined;
}
