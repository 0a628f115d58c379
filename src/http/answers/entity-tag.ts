import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";

import { programVersion } from "../shell/program-version.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The id of the restore that made the data; "" without one. */
    restoreId: string;
  }
}

/** These hold 132 bits of the hash, too many for anybody to find two answers with one tag. */
const tagCharacters = 22;

/** The header of answers that have a tag, for the API description. */
export const Tagged = {
  ETag: Type.String({
    description: "Weak entity tag of this answer.",
    examples: ['W/"mZ0Zc2mXo8nUu6T0d3nXbA"'],
  }),
};

/** The header with which a client asks whether its answer is still current. */
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
 * Returns the tag of an answer that follows from the request's URL, as the client wrote it, and
 * from `parts`. The tag is weak: two answers with one tag need not be equal byte for byte.
 */
export function entityTag(request: FastifyRequest, ...parts: string[]): string {
  const { protocol, host, url, server } = request;
  const origin = [programVersion, server.restoreId, protocol, host, url];
  return weakTag(JSON.stringify([...origin, ...parts]));
}

/**
 * Returns the tag of an answer that follows from this content. The tag is weak, as it stands for
 * every encoding of the answer.
 */
export function weakTag(content: string | Buffer): string {
  const hash = createHash("sha256").update(content).digest("base64url");
  return `W/"${hash.slice(0, tagCharacters)}"`;
}

/** Returns whether the client has the answer with this tag. Weak and strong tags compare alike. */
export function hasAnswer({ headers }: FastifyRequest, tag: string): boolean {
  const tags = (headers["if-none-match"] ?? "").split(",").map((text) => text.trim());
  return tags.includes("*") || tags.some((clientTag) => opaque(clientTag) === opaque(tag));
}

export function sendNotModified(reply: FastifyReply, tag: string): FastifyReply {
  reply.code(304).header("etag", tag);
  // Without a body, or with an empty text, Fastify would answer a HEAD with `content-length: 0`.
  // The 200 has another length, so an empty stream, which has none, takes the place of the body.
  return reply.request.method === "HEAD" ? reply.send(Readable.from([])) : reply.send();
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}
