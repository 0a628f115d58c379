import type { FastifyInstance, FastifyReply } from "fastify";

/** For every answer: browsers must take it for what its `Content-Type` says. */
const nosniff = { "x-content-type-options": "nosniff" };

/** For an answer without a tag: no cache may keep it. */
export const untagged = { ...nosniff, "cache-control": "private, no-store" };

/** For an answer with a tag: the client alone may keep it, and asks each time whether it still holds. */
const tagged = {
  ...nosniff,
  "cache-control": "private, no-cache",
  vary: "Authorization, Cookie, Accept",
};

/**
 * Says of every answer how long it may be kept, by whether it has an `ETag`. A route that sets
 * `Cache-Control` itself decides for its answers: those are the same for everybody.
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
