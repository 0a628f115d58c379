import type { FastifyRequest } from "fastify";

import { Problem } from "../../errors.ts";
import { parseUrl } from "../../url.ts";

/** What a browser says of the page that a request comes from. */
type Origin = "own" | "foreign" | "unknown";

/**
 * Browsers send `Sec-Fetch-Site` to https and localhost, and no page can change it; elsewhere, and older ones, `Origin`.
 * Of that the host is compared and not the scheme, which only a trusted proxy tells.
 */
function originOf({ headers, host }: FastifyRequest): Origin {
  const { origin, "sec-fetch-site": site } = headers;
  if (site !== undefined) return site === "same-origin" ? "own" : "foreign";
  if (origin === undefined) return "unknown";
  return parseUrl(origin)?.host === host ? "own" : "foreign";
}

/** Throws `Problem` FORBIDDEN_ORIGIN when the request comes from a page of another server. */
export function refuseForeign(request: FastifyRequest): void {
  if (originOf(request) === "foreign") throw new Problem("FORBIDDEN_ORIGIN");
}

/** Throws it, too, when nothing says that the request comes from a page of this server, and it may change something. */
export function requireOwn(request: FastifyRequest): void {
  const isSafe = request.method === "GET" || request.method === "HEAD";
  if (!isSafe && originOf(request) !== "own") throw new Problem("FORBIDDEN_ORIGIN");
}
