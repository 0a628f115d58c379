import type { FastifyBaseLogger, FastifyPluginAsync, FastifyReply } from "fastify";

import { admit, SignInRefused } from "../../access/admission.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { Problem } from "../../base/errors.ts";
import { html } from "../../base/html.ts";
import { sendPlainPage } from "../answers/plain-page.ts";
import { createLineLimit } from "../shell/due-lines.ts";
import { clearToken, readToken, setToken } from "./cookies.ts";
import type { ExternalSignIn } from "./external-sign-in.ts";
import type { Keys } from "./keys.ts";
import { callbackPath, OidcClient } from "./oidc-client.ts";
import { OidcFailed } from "./oidc-failure.ts";
import { flowCookie, flowLifeS, OidcFlows } from "./oidc-flow.ts";
import * as words from "./oidc-words.ts";
import type { OpenSession } from "./session-routes.ts";

interface OidcDeps {
  readonly keys: Pick<Keys, "cookie">;
  readonly access: Pick<StoredAccess, "put">;
  readonly external?: ExternalSignIn | undefined;
  readonly openSession: OpenSession;
  readonly logger: FastifyBaseLogger;
  readonly now: () => number;
}

const refusedText = "a sign-in with the provider did not succeed";
const clocksText = "the clocks of this machine and of the provider differ";

/** The routes are for browsers, so the API description leaves them out. */
const schema = { hide: true };

/**
 * `GET /session/oidc` sends a browser to the provider, and `GET /session/oidc/callback` takes it
 * back and opens a session. Whatever goes wrong is one page and one line in the log, which has no
 * token, code, address or name. Nothing is stored before the provider has said who it is. Without
 * a provider there are no such routes.
 */
export const oidcRoutes: FastifyPluginAsync<OidcDeps> = async (app, deps) => {
  const { keys, access, external, openSession, logger, now } = deps;
  if (external?.oidc === undefined) return;
  const client = new OidcClient(external.oidc, now);
  const flows = new OidcFlows(keys.cookie, now);
  const isLineDue = createLineLimit(now);
  const log = (cause: string, details: object = {}, text = refusedText) => {
    if (isLineDue(cause)) logger.warn({ cause, ...details }, text);
  };

  app.get("/session/oidc", { schema }, async (_request, reply) => {
    const { url, flow } = await client.begin();
    setToken(reply, flowCookie, flows.write(flow), flowLifeS);
    return reply.redirect(url);
  });

  app.get(callbackPath, { schema }, async (request, reply) => {
    const flow = flows.read(readToken(request, flowCookie));
    // Whatever comes of it, nobody can use the flow again in this browser.
    clearToken(reply, flowCookie);
    if (flow === undefined) throw new OidcFailed("expired");
    const { identity, differsS } = await client.finish(queryOf(request.url), flow);
    // What the ID token says holds all the same, so nobody is kept out.
    if (differsS !== undefined) log("clock", { differsS }, clocksText);
    const person = await admit(access, identity, external.rules, now());
    await openSession(request, reply, person);
    return reply.redirect(`${app.basePath}/`);
  });

  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof OidcFailed) {
      log(error.failure, error.details);
      return sendAnswer(reply, words.answers[error.failure]);
    }
    if (error instanceof SignInRefused) {
      log(error.refusal);
      return sendAnswer(reply, words.answers[error.refusal]);
    }
    if (!(error instanceof Problem)) throw error;
    log(error.code);
    if (error.retryAfterS !== undefined) reply.header("retry-after", String(error.retryAfterS));
    return sendAnswer(reply, [error.statusCode, `${error.message}.`]);
  });
};

/** Returns the query of a URL as it was sent. */
function queryOf(url: string): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start);
}

function sendAnswer(
  reply: FastifyReply,
  [status, text]: readonly [status: number, text: string],
): FastifyReply {
  const content = html`<p>${text}</p>
<p><a href="${reply.server.basePath}/">${words.back}</a></p>`;
  return sendPlainPage(reply.code(status), words.title, content);
}
