import type { IncomingMessage } from "node:http";

import type { ClientHints } from "../collect/agent/agent.ts";
import { addressMatcher, canonicalIp } from "../ip-address.ts";

/** Tells whether the peer of a request is a proxy whose word is believed. */
export function trustsPeer(
  trusted: true | readonly string[],
): (request: IncomingMessage) => boolean {
  if (trusted === true) return () => true;
  const isTrusted = addressMatcher(trusted);
  return ({ socket }) => {
    const address = canonicalIp(socket.remoteAddress ?? "");
    return address !== undefined && isTrusted(address);
  };
}

/**
 * The address that a request came from: the peer's, or, when the peer is a trusted proxy, the last
 * one of `X-Forwarded-For` that is not trusted as well. An entry that is no address ends the walk:
 * what stands before it could be anybody's invention.
 */
export function clientAddress(
  trusted: true | readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = trusted === true ? () => true : addressMatcher(trusted);
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

/** Some proxies write `1.2.3.4:5678` or `[2001:db8::1]:5678`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[(.+)\](:\d+)?$/.exec(hop);
  if (bracketed !== null) return bracketed[1] ?? "";
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(":")) : hop;
}

/** The client hints of a request, or undefined when it has none. */
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
