import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";

import { may } from "../../../access/rights.ts";
import { isoDay, localDay } from "../../../base/calendar.ts";
import { Problem, retryAfterS } from "../../../base/errors.ts";
import { callerOf, requireKey } from "../../access/authentication.ts";
import { toProblem } from "../../shell/problems.ts";
import { useJsonBodies } from "../../shell/validation.ts";
import { Api, Refused } from "../api.ts";
import { injectApi } from "../ask-api.ts";
import type { Site } from "./scope.ts";
import { findSite, listSiteGoals, listSites, showSite, unauthorized } from "./sites.ts";
import { aggregate, breakdown, type Query, realtimeVisitors, timeseries } from "./v1.ts";
import { query } from "./v2.ts";

const schema = { hide: true };

/**
 * Plausible's Stats API, and the reads of its Sites API: each question becomes some of our own API,
 * with the key of the caller, so rights, limits and numbers are those of the API.
 */
export const plausibleRoutes: FastifyPluginAsync<{
  readonly now: () => number;
}> = async (app, { now }) => {
  answerErrors(app);
  useJsonBodies(app, ["application/json"]);
  app.addHook("onRequest", requireKey(app));
  app.addHook("onRequest", async (request) => {
    if (!may(callerOf(request), "read")) throw new Problem("UNAUTHORIZED");
  });
  const apiOf = (request: FastifyRequest) =>
    new Api(async (path, params) => {
      const { "cache-control": cacheControl } = request.headers;
      const headers = cacheControl === undefined ? {} : { "cache-control": cacheControl };
      const { statusCode, body } = await injectApi(request, `${path}?${params}`, { headers });
      return { status: statusCode, body };
    });

  async function askedOf(request: FastifyRequest, name: unknown) {
    if (typeof name !== "string" || name === "") {
      throw new Refused("Missing site ID: `site_id` is the domain of a site.");
    }
    const api = apiOf(request);
    const site: Site = await findSite(api, name);
    return { api, site, today: isoDay(localDay(site.timezone, now())) };
  }

  const reports = { "realtime/visitors": realtimeVisitors, aggregate, timeseries, breakdown };
  for (const [name, answer] of Object.entries(reports)) {
    app.get(`/v1/stats/${name}`, { schema }, async (request, reply) => {
      const params = textsOf(request);
      const asked = await askedOf(request, params["site_id"]);
      return send(reply, await answer({ ...asked, query: params }));
    });
  }
  app.get("/v1/sites", { schema }, async (request, reply) =>
    send(reply, await listSites(apiOf(request), textsOf(request))),
  );
  app.get("/v1/sites/goals", { schema }, async (request, reply) => {
    const params = textsOf(request);
    const { api, site } = await askedOf(request, params["site_id"]);
    return send(reply, await listSiteGoals(api, site, params));
  });
  app.get<{ Params: { domain: string } }>("/v1/sites/:domain", { schema }, async (request, reply) =>
    send(reply, showSite((await askedOf(request, request.params.domain)).site)),
  );
  app.post("/v2/query", { schema }, async (request, reply) => {
    const body = Object(request.body) as Readonly<Record<string, unknown>>;
    return send(reply, await query(await askedOf(request, body["site_id"]), body));
  });
};

function send(reply: FastifyReply, answer: unknown): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(answer));
}

/** Returns the parameters of a request. Of one that is there twice, the last counts. */
function textsOf({ url }: FastifyRequest): Query {
  return Object.fromEntries(new URL(url, "http://localhost").searchParams);
}

/** Answers errors as Plausible does: with a text alone. */
function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error, _request, reply) => {
    const { status, text } =
      error instanceof Refused ? { status: error.status, text: error.message } : told(error);
    if (status === 401) reply.header("www-authenticate", "Bearer");
    if (status === 503) reply.header("retry-after", String(retryAfterS));
    return send(reply.code(status), { error: text });
  });
}

/** Returns what a client learns of one of our problems. Throws errors that are none. */
function told(error: Error): { readonly status: number; readonly text: string } {
  const { code, statusCode, fields = {}, message } = toProblem(error);
  if (code === "INTERNAL") throw error;
  if (statusCode === 401) return { status: 401, text: unauthorized };
  const texts = Object.entries(fields).map(([name, errors]) => `${name} ${errors.join(", ")}`);
  return { status: statusCode === 422 ? 400 : statusCode, text: texts.join(". ") || message };
}
