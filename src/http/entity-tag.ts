import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";

import { programVersion } from "./program-version.ts";

/** 132 bits of the hash: far more than any client can find two answers for. */
const tagCharacters = 22;

/** The header of answers that have a tag, for the API's description. */
export const Tagged = {
  ETag: Type.String({
    description: "Weak entity tag of this answer.",
    examples: ['W/"mZ0Zc2mXo8nUu6T0d3nXbA"'],
  }),
};

/** The header that such answers are asked for again with. */
export const IfNoneMatch = Type.Object({
  "If-None-Match": Type.Optional(
    Type.String({
      description:
        "`ETag` of an earlier answer. If that is still current, the answer is 304 without a body.",
      examples: ['W/"mZ0Zc2mXo8nUu6T0d3nXbA"'],
    }),
  ),
});

export const NotModified = Type.Null({
  description: "The answer with this `ETag` is still current.",
  headers: Tagged,
});

/**
 * The tag of the answer that follows from the request's address, as the client wrote it, and from `parts`. It is weak:
 * two answers with one tag need not be equal byte for byte.
 */
export function entityTag({ protocol, host, url }: FastifyRequest, ...parts: string[]): string {
  return weakTag(JSON.stringify([programVersion, protocol, host, url, ...parts]));
}

/** The tag of an answer that follows from this content. It is weak, too: it stands for every encoding of the answer. */
export function weakTag(content: string | Buffer): string {
  const hash = createHash("sha256").update(content).digest("base64url");
  return `W/"${hash.slice(0, tagCharacters)}"`;
}

/**
 * Returns what tells whether the client already has the answer of a version; undefined if it has not
 * asked for that.
 */
export function knownBy(
  request: FastifyRequest,
  tagOf: (version: string) => string,
): ((version: string) => boolean) | undefined {
  if (request.headers["if-none-match"] === undefined) return undefined;
  return (version) => hasAnswer(request, tagOf(version));
}

/** Whether the client has the answer with this tag. Weak and strong tags are compared alike. */
export function hasAnswer({ headers }: FastifyRequest, tag: string): boolean {
  const known = (headers["if-none-match"] ?? "").split(",").map((one) => one.trim());
  return known.includes("*") || known.some((one) => opaque(one) === opaque(tag));
}

export function sendNotModified(reply: FastifyReply, tag: string): FastifyReply {
  reply.code(304).header("etag", tag);
  // To a HEAD, Fastify says `content-length: 0` where there is no body or an empty text: that of the 200 is another.
  return reply.request.method === "HEAD" ? reply.send(Readable.from([])) : reply.send();
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}
