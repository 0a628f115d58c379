import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";

import type { Caller } from "../../../access/rights.ts";
import { sessionMark } from "../../../access/session.ts";
import { invalid, Problem } from "../../../base/errors.ts";
import type { Website } from "../../../websites/website.ts";
import type { Websites } from "../../../websites/websites.ts";
import { bearerOf } from "../../access/bearer.ts";
import { type SessionDeps, signInProgram } from "../../access/session-routes.ts";
import { queryCaller } from "../../reports/query-route.ts";
import type { Site } from "../../reports/site.ts";
import { sendProblem } from "../../shell/problems.ts";
import { useJsonBodies } from "../../shell/validation.ts";
import { type Refusal, refusalText } from "../refusals.ts";
import { Reports } from "../reports.ts";
import { reads } from "./reads.ts";
import { toUser } from "./records.ts";

const schema = { hide: true };
/** The paths of Umami's API. Others that are not found get our own answer alone. */
const umamiPath =
  /\/api\/(?:admin|auth|heartbeat|me|realtime|reports|share|teams|users|websites)(?:[/?]|$)/;

interface UmamiDeps extends SessionDeps {
  readonly websites: Websites;
  readonly siteOf: (website: Website) => Promise<Site>;
  readonly now: () => number;
}

/**
 * The reads of Umami's API. Each asks our own reports as the caller, so rights, limits and numbers
 * are those of the API.
 */
export const umamiRoutes: FastifyPluginAsync<UmamiDeps> = async (app, deps) => {
  const { callers, websites, siteOf, now } = deps;
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);
  app.addHook("preSerialization", async ({ url }, reply, payload) =>
    reply.statusCode < 400 || !umamiPath.test(url) ? payload : refuse(reply, payload as Refusal),
  );
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new Problem("ROUTE_NOT_FOUND")));

  async function findCaller(request: FastifyRequest, token = tokenIn(request)): Promise<Caller> {
    const caller = token?.startsWith(sessionMark)
      ? callers.ofSession(sessionIn(token, request), request)
      : token && (await callers.ofBearer(token, request));
    if (!caller) throw new Problem("UNAUTHORIZED");
    return caller;
  }

  for (const [url, read] of Object.entries(reads)) {
    app.get(url, { schema }, (request, reply) => {
      const { websiteId: id = "" } = request.params as { readonly websiteId?: string };
      return read({
        websites,
        findCaller: () => findCaller(request),
        reportsOf: async (website) =>
          new Reports(await siteOf(website), queryCaller(reply, "owner"), now()),
        id,
        query: request.query as Record<string, string>,
        onRange: (range) => void reply.header("x-footfall-range", range),
      });
    });
  }

  app.post("/auth/login", { schema }, async function logIn(request) {
    const token = await tokenOf(request, deps);
    return { token, user: toUser(await findCaller(request, token), websites) };
  });
  app.post("/auth/verify", { schema }, async (request) =>
    toUser(await findCaller(request), websites),
  );
};

/** Returns the token of a session behind its mark. It may be written as a browser's cookie is. */
function sessionIn(token: string, { server }: FastifyRequest): string {
  return server.parseCookie(`session=${token.slice(sessionMark.length)}`)["session"] ?? "";
}

function tokenIn(request: FastifyRequest): string | undefined {
  const { "x-umami-api-key": header } = request.headers;
  return bearerOf(request)?.key ?? (typeof header === "string" ? header : undefined);
}

/**
 * Resolves with the token for a user name and a password: the password itself if that is a key, and
 * otherwise one of a new session of the person with this e-mail address.
 */
async function tokenOf(request: FastifyRequest, deps: SessionDeps): Promise<string> {
  const { username, password } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof username !== "string") throw invalid({ username: ["must be text"] });
  if (typeof password !== "string") throw invalid({ password: ["must be text"] });
  if (deps.callers.ofKey(password) !== undefined) return password;
  // Signing in counts wrong ones.
  const body = username.includes("@") ? { email: username, password } : { key: password };
  return sessionMark + (await signInProgram(request, body, deps));
}

const codes: Readonly<Record<number, string>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  429: "too-many-requests",
};

/** Sets the status of an error, and returns its body, as Umami has them. */
function refuse(reply: FastifyReply, { status: ours, code, message, errors }: Refusal) {
  const status = code === "WEBSITE_NOT_FOUND" ? 401 : ours === 422 ? 400 : ours;
  reply.code(status);
  const error = {
    message: refusalText({ message, ...(errors && { errors }) }),
    code: codes[status] ?? (status < 500 ? "bad-request" : "server-error"),
    status,
  };
  // A path that no program of Umami's asks for may be meant for us.
  return code === "ROUTE_NOT_FOUND" ? { status, code, message, error } : { error };
}
