import { isIPv4 } from "node:net";
import { domainToASCII } from "node:url";

import { hostCharactersMax } from "../url.ts";

const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
/** With the `www.` and the dot that are taken off. */
const spelledCharactersMax = hostCharactersMax + "www..".length;
const hostName = new RegExp(`^(localhost|(${label}\\.)+${label})$`);

/** Ports that an address may name, as they are the ones of its scheme anyway. */
const defaultPorts: Readonly<Record<string, string>> = { "http://": ":80", "https://": ":443" };

/**
 * Returns the domain that a person means: `https://www.Example.com:443/blog` is `example.com`.
 * International names become punycode. Returns undefined when the rest is no host name with a dot
 * (or `localhost`) that a browser could open: a name that ends in a number is an IPv4 address or
 * nothing.
 */
export function normaliseDomain(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  const [scheme = ""] = /^[a-z][a-z0-9+.-]*:\/\//.exec(address) ?? [];
  const authority = address.slice(scheme.length).replace(/[/?#].*$/s, "");
  const port = defaultPorts[scheme];
  const bare =
    port !== undefined && authority.endsWith(port) ? authority.slice(0, -port.length) : authority;
  // Before the conversion, which takes long for long names.
  if (bare.length > spelledCharactersMax) return undefined;
  const domain = toAscii(bare)
    .replace(/^www\./, "")
    .replace(/\.$/, "");
  if (domain.length > hostCharactersMax || !hostName.test(domain)) return undefined;
  return /(^|\.)\d+$/.test(domain) && !isIPv4(domain) ? undefined : domain;
}

/** "" for what is no name. Plain names stay as they are: Node's conversion rewrites numbers to addresses. */
function toAscii(name: string): string {
  const plain = /^[\x20-\x7e]*$/.test(name);
  if (plain && !/(^|\.)xn--/.test(name)) return name;
  // The conversion ends at these, or drops them, instead of refusing the name.
  return /[\0-\x20:@\\%]/.test(name) ? "" : domainToASCII(name);
}
