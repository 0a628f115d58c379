import type { FastifyInstance, onRequestHookHandler } from "fastify";

import type { Authorization } from "./authorization.ts";
import { bearerOf } from "./bearer.ts";
import { requireOwn } from "./origin.ts";

/**
 * Returns a hook for `onRequest` that admits requests with an API key. Others get `Problem`
 * UNAUTHORIZED.
 */
export function requireKey(app: FastifyInstance): onRequestHookHandler {
  const { verifyBearerAuth } = app;
  if (verifyBearerAuth === undefined) throw new Error("@fastify/bearer-auth did not register");
  return verifyBearerAuth;
}

/**
 * Returns a hook for `onRequest` that admits requests with an API key, and requests with the
 * owner's cookie from a page of this server. Others get `Problem` UNAUTHORIZED or FORBIDDEN_ORIGIN.
 *
 * A bearer header decides alone, even one without a key: the hook ignores the cookie then.
 */
export function requireOwner(
  app: FastifyInstance,
  authorization: Authorization,
): onRequestHookHandler {
  return function verify(request, reply, done) {
    if (bearerOf(request) !== undefined || !authorization.isSignedIn(request)) {
      requireKey(app).call(this, request, reply, done);
      return;
    }
    try {
      requireOwn(request);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}
