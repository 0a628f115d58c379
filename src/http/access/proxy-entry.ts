import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";

import { admitByEmail, SignInRefused } from "../../access/admission.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { isFramed, prefersHtml } from "../answers/html-negotiation.ts";
import { createLineLimit } from "../shell/due-lines.ts";
import type { AuthProxy } from "./auth-proxy.ts";
import type { Callers } from "./callers.ts";
import type { ExternalSignIn } from "./external-sign-in.ts";
import type { OpenSession } from "./session-routes.ts";

/** A page there is the same for everybody who has its address. */
const viewersPath = /^\/shared?\//;

export interface ProxyEntryDeps {
  readonly proxy: AuthProxy;
  readonly callers: Callers;
  readonly access: Pick<StoredAccess, "put">;
  readonly external?: ExternalSignIn | undefined;
  readonly openSession: OpenSession;
  readonly logger: FastifyBaseLogger;
  readonly now: () => number;
}

/**
 * Returns a hook for `onRequest` of pages: signs in the person whom the proxy names, unless the
 * request is signed in. Somebody who does not get in sees the page as a stranger. The hook changes
 * nothing for programs, and for pages inside other pages.
 */
export function enterByProxy(deps: ProxyEntryDeps) {
  const { proxy, callers, access, external, openSession, logger, now } = deps;
  const isLineDue = createLineLimit(now);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const email = proxy.emailOf(request.raw);
    if (external === undefined || email === undefined) return;
    if (viewersPath.test(request.url)) return;
    if (request.method !== "GET" || isFramed(request) || !prefersHtml(request)) return;
    if (callers.of(request) !== undefined) return;
    try {
      const person = await admitByEmail(access, email, external.rules, now());
      await openSession(request, reply, person, email);
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      if (!isLineDue(error.refusal)) return;
      logger.warn({ cause: error.refusal }, "a person whom the proxy names was not let in");
    }
  };
}
