import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";

/** The values of `Sec-Fetch-Dest` for a page inside another page. */
const frames = new Set(["embed", "fencedframe", "frame", "iframe", "object"]);

/** Returns whether the client prefers a page to JSON, as browsers do. */
export function prefersHtml(request: FastifyRequest): boolean {
  const mediaType = new Negotiator(request).mediaType(["application/json", "text/html"]);
  return mediaType === "text/html";
}

/** Returns whether a browser says that it requests the page for a frame. */
export function isFramed({ headers }: FastifyRequest): boolean {
  return frames.has(String(headers["sec-fetch-dest"]));
}
