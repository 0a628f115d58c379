import type { FastifyRequest } from "fastify";

import { Problem } from "../../base/errors.ts";
import { parseUrl } from "../../base/net/url.ts";

/** The kind of page that a request comes from: `own` is a page of this server. */
type Origin = "own" | "foreign" | "unknown";

/**
 * Returns where a request comes from, by its headers.
 *
 * - Browsers send `Sec-Fetch-Site` to https servers and to localhost. No page can change it.
 * - To other servers they send `Origin`, and so do older browsers to all servers. Only its host is
 *   compared: the scheme by which the browser came is known only if a trusted proxy reports it.
 */
function originOf({ headers, host }: FastifyRequest): Origin {
  const { origin, "sec-fetch-site": site } = headers;
  if (site !== undefined) return site === "same-origin" ? "own" : "foreign";
  if (origin === undefined) return "unknown";
  return parseUrl(origin)?.host === host ? "own" : "foreign";
}

/** Throws `Problem` FORBIDDEN_ORIGIN if the request comes from a page of another server. */
export function refuseForeign(request: FastifyRequest): void {
  if (originOf(request) === "foreign") throw new Problem("FORBIDDEN_ORIGIN");
}

/**
 * Throws `Problem` FORBIDDEN_ORIGIN if the request may change something, and no header says that it
 * comes from a page of this server.
 */
export function requireOwn(request: FastifyRequest): void {
  const isSafe = request.method === "GET" || request.method === "HEAD";
  if (!isSafe && originOf(request) !== "own") throw new Problem("FORBIDDEN_ORIGIN");
}
