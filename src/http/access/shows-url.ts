import type { FastifyRequest } from "fastify";

import { may } from "../../access/rights.ts";
import { callerOf } from "./authentication.ts";

/**
 * Returns whether the caller may read the URLs of a website's shared links: only somebody who may
 * change them. Whoever has a URL sees what the link shows, and can pass it on.
 */
export function showsUrl(request: FastifyRequest): boolean {
  const { id } = request.params as { readonly id: string };
  return may(callerOf(request), "write", Number(id));
}
