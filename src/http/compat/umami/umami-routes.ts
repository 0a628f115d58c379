import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";

import { sessionMark } from "../../../access/session.ts";
import { invalid, Problem } from "../../../base/errors.ts";
import { bearerOf } from "../../access/bearer.ts";
import type { Callers } from "../../access/callers.ts";
import { cookieOf, sessionCookie } from "../../access/cookies.ts";
import { sendProblem } from "../../shell/problems.ts";
import { useJsonBodies } from "../../shell/validation.ts";
import { injectApi } from "../ask-api.ts";
import { type Ask, reads } from "./reads.ts";
import { type ApiMe, toUser } from "./records.ts";

const schema = { hide: true };
/** The paths of Umami's API. Others that are not found get our own answer alone. */
const umamiPath =
  /\/api\/(?:admin|auth|heartbeat|me|realtime|reports|share|teams|users|websites)(?:[/?]|$)/;

/** The API refused to answer; its answer is the cause. */
class ApiRefused extends Error {}

/**
 * The reads of Umami's API. Each asks our API with the caller's key, so rights, limits and numbers
 * are those of the API.
 */
export const umamiRoutes: FastifyPluginAsync<{ readonly callers: Callers }> = async (
  app,
  { callers },
) => {
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);
  app.addHook("preSerialization", async ({ url }, reply, payload) =>
    reply.statusCode < 400 || !umamiPath.test(url) ? payload : refuse(reply, payload as Refusal),
  );
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ApiRefused)) throw error;
    const { statusCode, headers, body } = error.cause as Awaited<ReturnType<typeof injectApi>>;
    for (const name of ["retry-after", "www-authenticate"]) {
      if (headers[name] !== undefined) reply.header(name, headers[name]);
    }
    return reply.code(statusCode).send(JSON.parse(body));
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new Problem("ROUTE_NOT_FOUND")));

  for (const [url, read] of Object.entries(reads)) {
    app.get(url, { schema }, (request, reply) => {
      const { websiteId: id = "" } = request.params as { readonly websiteId?: string };
      const query = request.query as Record<string, string>;
      const onRange = (range: string) => void reply.header("x-footfall-range", range);
      return read({ ask: asking(request), id, query, onRange });
    });
  }

  app.post("/auth/login", { schema }, async function logIn(request) {
    const token = await tokenOf(request, callers);
    return { token, user: await userOf(request, token) };
  });
  app.post("/auth/verify", { schema }, async (request) => userOf(request));
};

/** Returns what asks the API with the key, or with the session, of the request or of a token. */
function asking(request: FastifyRequest, token = tokenIn(request)): Ask {
  const headers: Record<string, string> = token?.startsWith(sessionMark)
    ? {
        authorization: "",
        cookie: cookieOf(request, sessionCookie, token.slice(sessionMark.length)),
      }
    : { authorization: token === undefined ? "" : `Bearer ${token}` };
  const get = async (path: string, query: URLSearchParams | undefined, accept: string) => {
    const url = query === undefined ? path : `${path}?${query}`;
    const answer = await injectApi(request, url, { headers: { ...headers, accept } });
    if (answer.statusCode !== 200) throw new ApiRefused("refused", { cause: answer });
    return answer.body;
  };
  return {
    json: async (path, query) => JSON.parse(await get(path, query, "application/json")),
    csv: (path, query) => get(path, query, "text/csv"),
  };
}

function tokenIn(request: FastifyRequest): string | undefined {
  const { "x-umami-api-key": header } = request.headers;
  return bearerOf(request)?.key ?? (typeof header === "string" ? header : undefined);
}

/**
 * Resolves with the token for a user name and a password: the password itself if that is a key, and
 * otherwise one of a new session of the person with this e-mail address.
 */
async function tokenOf(request: FastifyRequest, callers: Callers): Promise<string> {
  const { username, password } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof username !== "string") throw invalid({ username: ["must be text"] });
  if (typeof password !== "string") throw invalid({ password: ["must be text"] });
  if (callers.ofKey(password) !== undefined) return password;
  // The route of sessions counts wrong ones.
  const payload = username.includes("@") ? { email: username, password } : { key: password };
  const headers = { authorization: "" };
  const answer = await injectApi(request, "/session", { method: "POST", headers, payload });
  const cookie = answer.cookies.find(({ name }) => name.endsWith(sessionCookie));
  if (cookie === undefined) throw new ApiRefused("refused", { cause: answer });
  return sessionMark + cookie.value;
}

async function userOf(request: FastifyRequest, token?: string) {
  return toUser((await asking(request, token).json<ApiMe>("/api/v1/me")).data);
}

/** The body of an error of ours. */
interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

const codes: Readonly<Record<number, string>> = {
  ...{ 401: "unauthorized", 403: "forbidden", 404: "not-found", 429: "too-many-requests" },
};

/** Sets the status of an error, and returns its body, as Umami has them. */
function refuse(reply: FastifyReply, { status: ours, code, message, errors = {} }: Refusal) {
  const status = code === "WEBSITE_NOT_FOUND" ? 401 : ours === 422 ? 400 : ours;
  reply.code(status);
  const fields = Object.entries(errors).map(([name, texts]) => `${name} ${texts.join(", ")}`);
  const error = {
    message: fields.length > 0 ? fields.join(". ") : message,
    code: codes[status] ?? (status < 500 ? "bad-request" : "server-error"),
    status,
  };
  // Of a path that nobody knows, nobody knows either whose it should be.
  return code === "ROUTE_NOT_FOUND" ? { status, code, message, error } : { error };
}
