import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";

import { may } from "../../../access/rights.ts";
import { isoDay, localDay } from "../../../base/calendar.ts";
import { Problem } from "../../../base/errors.ts";
import type { Website } from "../../../websites/website.ts";
import type { Websites } from "../../../websites/websites.ts";
import { callerOf, requireKey } from "../../access/authentication.ts";
import { findReadable, listReadable } from "../../access/require-need.ts";
import { queryCaller } from "../../reports/query-route.ts";
import type { Site } from "../../reports/site.ts";
import { useJsonBodies } from "../../shell/validation.ts";
import { demand, type Refusal, refusalText } from "../refusals.ts";
import { Reports } from "../reports.ts";
import { listSiteGoals, listSites, showSite } from "./sites.ts";
import { aggregate, breakdown, type Query, realtimeVisitors, timeseries } from "./v1.ts";
import { query } from "./v2.ts";

const schema = { hide: true };

/** The same text whether the key is wrong or the website is not there: nobody learns which. */
const unauthorized =
  "Invalid API key or site ID: send a key that may read the site as a bearer token.";

/**
 * Plausible's Stats API, and the reads of its Sites API: each question becomes some of our own
 * reports, with the key of the caller, so rights, limits and numbers are those of the API.
 */
export const plausibleRoutes: FastifyPluginAsync<{
  readonly websites: Websites;
  readonly siteOf: (website: Website) => Promise<Site>;
  readonly now: () => number;
}> = async (app, { websites, siteOf, now }) => {
  useJsonBodies(app, ["application/json"]);
  app.addHook("preSerialization", async (_request, reply, payload) =>
    reply.statusCode < 400 ? payload : refuse(reply, payload as Refusal),
  );
  app.addHook("onRequest", requireKey(app));
  app.addHook("onRequest", async (request) => {
    if (!may(callerOf(request), "read")) throw new Problem("UNAUTHORIZED");
  });
  async function websiteOf(request: FastifyRequest, name: unknown): Promise<Website> {
    const isNamed = typeof name === "string" && name !== "";
    demand(isNamed, "Missing site ID: `site_id` is the domain of a site.");
    const website = await findReadable(callerOf(request), name, websites);
    if (website === undefined) throw new Problem("UNAUTHORIZED");
    return website;
  }
  async function askedOf(reply: FastifyReply, name: unknown) {
    const website = await websiteOf(reply.request, name);
    const nowMs = now();
    const reports = new Reports(await siteOf(website), queryCaller(reply, "owner"), nowMs);
    return { reports, today: isoDay(localDay(website.timezone, nowMs)) };
  }

  const answers = { "realtime/visitors": realtimeVisitors, aggregate, timeseries, breakdown };
  for (const [name, answer] of Object.entries(answers)) {
    app.get(`/v1/stats/${name}`, { schema }, async (request, reply) => {
      const params = textsOf(request);
      return answer({ ...(await askedOf(reply, params["site_id"])), query: params });
    });
  }
  app.get("/v1/sites", { schema }, async (request) =>
    listSites(await listReadable(callerOf(request), websites), textsOf(request)),
  );
  app.get("/v1/sites/goals", { schema }, async (request, reply) => {
    const params = textsOf(request);
    return listSiteGoals((await askedOf(reply, params["site_id"])).reports, params);
  });
  app.get<{ Params: { domain: string } }>("/v1/sites/:domain", { schema }, async (request) =>
    showSite(await websiteOf(request, request.params.domain)),
  );
  app.post("/v2/query", { schema }, async (request, reply) => {
    const body = Object(request.body) as Readonly<Record<string, unknown>>;
    return query(await askedOf(reply, body["site_id"]), body);
  });
};

/** Returns the parameters of a request. Of one that is there twice, the last counts. */
function textsOf({ url }: FastifyRequest): Query {
  return Object.fromEntries(new URL(url, "http://localhost").searchParams);
}

/** Sets the status of an error, and returns its body, as Plausible has them: a text alone. */
function refuse(reply: FastifyReply, { status: ours, ...refusal }: Refusal) {
  const status = ours === 404 || ours === 422 ? 400 : ours;
  reply.code(status);
  return { error: status === 401 ? unauthorized : refusalText(refusal) };
}
