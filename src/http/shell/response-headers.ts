import type { FastifyInstance, FastifyReply } from "fastify";

/** For every answer: browsers must believe its `Content-Type`. */
const nosniff = { "x-content-type-options": "nosniff" };

/** For an answer without a tag: no cache may store it. */
export const untagged = { ...nosniff, "cache-control": "private, no-store" };

/**
 * For an answer with a tag: only the client may store it, and asks each time whether it is still
 * current.
 */
const tagged = {
  ...nosniff,
  "cache-control": "private, no-cache",
  vary: "Authorization, Cookie, Accept, Accept-Encoding",
};

/**
 * Sets `Cache-Control` of every answer, by whether it has an `ETag`. A route that sets the header
 * itself decides for its own answers, which are the same for everybody.
 */
export function useResponseHeaders(app: FastifyInstance): void {
  app.addHook("onSend", (_request, reply, _payload, done) => {
    reply.headers(headersOf(reply));
    done();
  });
}

function headersOf(reply: FastifyReply) {
  if (reply.hasHeader("cache-control")) return nosniff;
  return reply.hasHeader("etag") ? tagged : untagged;
}
