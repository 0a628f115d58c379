import bearerAuth from "@fastify/bearer-auth";
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from "fastify";

import { actorOf, type Caller } from "../../access/rights.ts";
import type { Actor } from "../../base/author.ts";
import { bearerOf } from "./bearer.ts";
import type { Callers } from "./callers.ts";
import { requireOwn } from "./origin.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, once a hook has found it. Use `callerOf`. */
    caller: Caller | null;
  }
}

/** Makes requests with API keys known to `requireKey`. */
export function admitBearers(app: FastifyInstance, callers: Callers): void {
  app.decorateRequest("caller", null);
  app.register(bearerAuth, {
    keys: new Set<string>(),
    auth: async (key, request) => {
      request.caller = (await callers.ofBearer(key, request)) ?? null;
      return request.caller !== null;
    },
    addHook: false,
    specCompliance: "rfc6749",
  });
}

/** Returns the caller that a hook has admitted. */
export function callerOf({ caller }: Pick<FastifyRequest, "caller">): Caller {
  if (caller === null) throw new Error("no hook has admitted the caller");
  return caller;
}

/** Returns the caller that a hook has admitted, as the author of changes. */
export function authorOf(request: Pick<FastifyRequest, "caller">): Actor {
  return actorOf(callerOf(request));
}

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
 * Returns a hook for `onRequest` that admits requests with an API key, and requests with the cookie
 * of a session from a page of this server. Others get `Problem` UNAUTHORIZED or FORBIDDEN_ORIGIN.
 *
 * A bearer header decides alone, even one without a key: the hook ignores the cookie then.
 */
export function requireCaller(app: FastifyInstance, callers: Callers): onRequestHookHandler {
  return function verify(request, reply, done) {
    try {
      const caller = bearerOf(request) === undefined ? callers.ofCookie(request) : undefined;
      if (caller === undefined) {
        requireKey(app).call(this, request, reply, done);
        return;
      }
      requireOwn(request);
      request.caller = caller;
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}
