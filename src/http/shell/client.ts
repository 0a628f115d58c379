import type { IncomingMessage } from "node:http";
import { addressMatcher, canonicalIp } from "../../base/net/ip-address.ts";
import type { ClientHints } from "../../collect/agent/agent.ts";

/** Returns a function that tells whether the peer of a request is a trusted proxy. */
export function trustsPeer(
  trustProxy: true | readonly string[],
): (request: IncomingMessage) => boolean {
  if (trustProxy === true) return () => true;
  const isTrusted = addressMatcher(trustProxy);
  return ({ socket }) => {
    const address = canonicalIp(socket.remoteAddress ?? "");
    return address !== undefined && isTrusted(address);
  };
}

/**
 * Returns a function that returns the address of a request's client.
 *
 * That is the peer's address. If the peer is a trusted proxy, it is the last address in
 * `X-Forwarded-For` that is not trusted as well. An entry that is no address ends the search: a
 * client can invent all entries before it.
 */
export function clientAddress(
  trustProxy: true | readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = trustProxy === true ? () => true : addressMatcher(trustProxy);
  return (request) => {
    let address = canonicalIp(request.socket.remoteAddress ?? "") ?? "";
    const forwarded = request.headers["x-forwarded-for"];
    if (forwarded === undefined || address === "" || !isTrusted(address)) return address;
    const hops = (Array.isArray(forwarded) ? forwarded.join(",") : forwarded).split(",");
    for (const hop of hops.reverse()) {
      const next = canonicalIp(withoutPort(hop.trim()));
      if (next === undefined) break;
      address = next;
      if (!isTrusted(address)) break;
    }
    return address;
  };
}

/** Removes the port that some proxies write: `1.2.3.4:5678` or `[2001:db8::1]:5678`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[(.+)\](:\d+)?$/.exec(hop);
  if (bracketed !== null) return bracketed[1] ?? "";
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(":")) : hop;
}

/** Returns the client hints of a request, or undefined if it has none. */
export function clientHints({ headers }: IncomingMessage): ClientHints | undefined {
  const brands = text(headers["sec-ch-ua"]);
  const platform = text(headers["sec-ch-ua-platform"]);
  if (brands === undefined && platform === undefined) return undefined;
  return {
    brands,
    platform,
    mobile: text(headers["sec-ch-ua-mobile"]),
    platformVersion: text(headers["sec-ch-ua-platform-version"]),
    fullVersionList: text(headers["sec-ch-ua-full-version-list"]),
    model: text(headers["sec-ch-ua-model"]),
    formFactors: text(headers["sec-ch-ua-form-factors"]),
  };
}

function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}
