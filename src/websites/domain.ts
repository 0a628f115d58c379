import { isIPv4 } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";

import { hostCharactersMax } from "../base/net/url.ts";

const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
/** Limit of a domain as written, with the `www.` and the dot that are removed. */
const spelledCharactersMax = hostCharactersMax + "www..".length;
const hostName = new RegExp(`^(localhost|(${label}\\.)+${label})$`);

/** Ports that an address may name, because they are the default ones of its scheme. */
const defaultPorts: Readonly<Record<string, string>> = { "http://": ":80", "https://": ":443" };

/**
 * Returns the domain that a person means: `example.com` for `https://www.Example.com:443/blog`.
 * International names become punycode.
 *
 * Returns undefined unless the rest is `localhost` or a host name with a dot that a browser could
 * open. A name that ends in a number must be an IPv4 address.
 */
export function normaliseDomain(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  const [scheme = ""] = /^[a-z][a-z0-9+.-]*:\/\//.exec(address) ?? [];
  const authority = address.slice(scheme.length).replace(/[/?#].*$/s, "");
  const port = defaultPorts[scheme];
  const bare =
    port !== undefined && authority.endsWith(port) ? authority.slice(0, -port.length) : authority;
  // The check comes before the conversion, which takes long for long names.
  if (bare.length > spelledCharactersMax) return undefined;
  const domain = toAscii(bare)
    .replace(/^www\./, "")
    .replace(/\.$/, "");
  if (domain.length > hostCharactersMax || !hostName.test(domain)) return undefined;
  return /(^|\.)\d+$/.test(domain) && !isIPv4(domain) ? undefined : domain;
}

/** Returns a normalised domain as people write it: `münchen.de` for `xn--mnchen-3ya.de`. */
export function writtenDomain(domain: string): string {
  if (!domain.includes("xn--")) return domain;
  // The conversion has no result for a name that no registry would take.
  return domainToUnicode(domain) || domain;
}

/**
 * Returns the name in ASCII, or "" if it is none. Plain names stay as they are, because Node's
 * conversion rewrites numbers to addresses.
 */
function toAscii(name: string): string {
  const plain = /^[\x20-\x7e]*$/.test(name);
  if (plain && !/(^|\.)xn--/.test(name)) return name;
  // The conversion stops at these characters, or drops them, instead of refusing the name.
  return /[\0-\x20:@\\%]/.test(name) ? "" : domainToASCII(name);
}
