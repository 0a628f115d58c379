import type { IncomingMessage } from "node:http";
import { canonicalIp, ipMatcher } from "../../base/net/ip-address.ts";
import type { ClientHints } from "../../collect/agent/agent.ts";

/** Returns a function that tells whether the peer of a request is a trusted proxy. */
export function trustsPeer(
  trustProxy: true | readonly string[],
): (request: IncomingMessage) => boolean {
  if (trustProxy === true) return () => true;
  const isTrusted = ipMatcher(trustProxy);
  return ({ socket }) => {
    const ip = canonicalIp(socket.remoteAddress ?? "");
    return ip !== undefined && isTrusted(ip);
  };
}

/**
 * Returns a function that returns the IP address of a request's client.
 *
 * That is the peer's. If the peer is a trusted proxy, it is the last one in
 * `X-Forwarded-For` that is not trusted as well. An entry that is none ends the search: a
 * client can invent all entries before it. If every peer is trusted, it is the last one: the
 * proxy has written that, and nobody knows who has written the others.
 */
export function clientIp(
  trustProxy: true | readonly string[],
): (request: IncomingMessage) => string {
  const isPeerTrusted = trustsPeer(trustProxy);
  const isTrusted = trustProxy === true ? () => false : ipMatcher(trustProxy);
  return (request) => {
    let ip = canonicalIp(request.socket.remoteAddress ?? "") ?? "";
    const forwarded = request.headers["x-forwarded-for"];
    if (forwarded === undefined || ip === "" || !isPeerTrusted(request)) return ip;
    const hops = (Array.isArray(forwarded) ? forwarded.join(",") : forwarded).split(",");
    for (const hop of hops.reverse()) {
      const next = canonicalIp(withoutPort(hop.trim()));
      if (next === undefined) break;
      ip = next;
      if (!isTrusted(ip)) break;
    }
    return ip;
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
