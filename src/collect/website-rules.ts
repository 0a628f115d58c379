import { addressMatcher } from "../ip-address.ts";
import type { Website } from "../websites/website.ts";

/** A website's settings in the form that each event is checked against. */
export interface WebsiteRules {
  excludesIp(ip: string): boolean;
  excludesParam(name: string): boolean;
  /** Whether the host is the website's domain or a subdomain of it. */
  ownsHost(host: string): boolean;
}

const rules = new WeakMap<Website, WebsiteRules>();

/** Computed once for each version of the settings. */
export function rulesOf(website: Website): WebsiteRules {
  let known = rules.get(website);
  if (known === undefined) {
    known = computeRules(website);
    rules.set(website, known);
  }
  return known;
}

function computeRules({ domain, excludeIps, excludeParams }: Website): WebsiteRules {
  const names = new Set(excludeParams.filter((param) => !param.endsWith("*")));
  const prefixes = excludeParams
    .filter((param) => param.endsWith("*"))
    .map((param) => param.slice(0, -1));
  const suffix = `.${domain}`;
  return {
    excludesIp: addressMatcher(excludeIps),
    excludesParam: (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix)),
    ownsHost: (host) => host === domain || host.endsWith(suffix),
  };
}
