import { ipMatcher } from "../base/net/ip-address.ts";
import { compilePageRules, type RenamePage } from "../base/page-rules.ts";
import type { Website } from "../websites/website.ts";

/** A website's settings in the form that the steps check each event against. */
export interface WebsiteRules {
  excludesIp(ip: string): boolean;
  excludesParam(name: string): boolean;
  /** Returns whether the host is the website's domain, an alias, or a subdomain of either. */
  ownsHost(host: string): boolean;
  /** Returns the name that a page has by the website's rules for pages. */
  readonly renamePage: RenamePage;
}

const rules = new WeakMap<Website, WebsiteRules>();

/** Returns the rules of a website, which are computed once for each version of its settings. */
export function rulesOf(website: Website): WebsiteRules {
  let entry = rules.get(website);
  if (entry === undefined) {
    entry = computeRules(website);
    rules.set(website, entry);
  }
  return entry;
}

function computeRules(website: Website): WebsiteRules {
  const { domain, aliases, excludeIps, excludeParams, pageRules } = website;
  const names = new Set(excludeParams.filter((param) => !param.endsWith("*")));
  const prefixes = excludeParams
    .filter((param) => param.endsWith("*"))
    .map((param) => param.slice(0, -1));
  const own = new Set([domain, ...aliases]);
  const suffixes = [...own].map((name) => `.${name}`);
  return {
    excludesIp: ipMatcher(excludeIps),
    excludesParam: (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix)),
    ownsHost: (host) => own.has(host) || suffixes.some((suffix) => host.endsWith(suffix)),
    renamePage: compilePageRules(pageRules),
  };
}
