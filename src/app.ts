import bearerAuth from "@fastify/bearer-auth";
import formbody from "@fastify/formbody";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";

import type { Bulk } from "./collect/bulk.ts";
import type { Collector } from "./collect/collector.ts";
import type { Refusals } from "./errors.ts";
import { useApiDocument } from "./http/api-document.ts";
import { bulkEventRoute } from "./http/bulk-events.ts";
import { clientAddress } from "./http/client.ts";
import { eventRoute } from "./http/events.ts";
import { healthRoute } from "./http/health.ts";
import { intakeRoute } from "./http/intake.ts";
import { liveRoute } from "./http/live.ts";
import { metricRoute } from "./http/metrics.ts";
import {
  answerBrokenRequest,
  refuseUnknownRoute,
  sendProblem,
  toProblem,
  useProblems,
} from "./http/problems.ts";
import { openReception } from "./http/reception.ts";
import { type ReportLimits, Reports } from "./http/reports.ts";
import { defaultServerLimits, type ServerLimits } from "./http/server-limits.ts";
import { statRoute } from "./http/stats.ts";
import { summaryRoute } from "./http/summary.ts";
import { trackerRoute } from "./http/tracker.ts";
import { umamiEventRoute } from "./http/umami-events.ts";
import { useJsonBodies, useValidation } from "./http/validation.ts";
import { websiteRoutes } from "./http/websites.ts";
import { DayStates } from "./stats/day-states.ts";
import type { Database } from "./store/database.ts";
import type { Websites } from "./websites/websites.ts";

export interface AppDeps {
  readonly db: Database;
  readonly websites: Websites;
  readonly collector: Collector;
  readonly bulk: Bulk;
  /** Whether the event log takes events now. */
  readonly acceptsEvents: () => boolean;
  /** Has the events of deleted websites removed, in the background. */
  readonly purgeEvents: () => void;
  /** Counts the answers with an error. */
  readonly refusals: Refusals;
  /** The answer to `GET /metrics`. */
  readonly readMetrics: () => Promise<string>;
  readonly apiKeys: readonly string[];
  readonly trustProxy: true | readonly string[];
  readonly log: FastifyBaseLogger;
  readonly reports: ReportLimits;
  /** Where they differ from the usual ones. */
  readonly limits?: Partial<ServerLimits>;
  readonly now: () => number;
}

const bodyBytesMax = 64 * 1024;

/** Builds the server without listening, so a test can `inject` into it. */
export function buildApp(deps: AppDeps): FastifyInstance {
  const limits = { ...defaultServerLimits(), ...deps.limits };
  const app: FastifyInstance = Fastify({
    // With one, each request gets a child of it and listeners for its end, although nothing is logged of it.
    logger: false,
    bodyLimit: bodyBytesMax,
    trustProxy: deps.trustProxy === true ? true : [...deps.trustProxy],
    forceCloseConnections: "idle",
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, deps),
    frameworkErrors: (error, request, reply) => {
      const answer = (refusal?: Error) => sendProblem(reply, toProblem(refusal ?? error));
      // No hook has run yet, and nobody without a key learns what is under /api/v1.
      const verify = isUnderApiV1(request.url) ? app.verifyBearerAuth : undefined;
      if (verify === undefined) answer();
      else verify(request, reply, answer);
    },
    http: {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
    },
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionTimeout: limits.silenceTimeoutMs,
    // What arrives on an open connection during a stop is answered; Fastify's 503 has a shape of its own.
    return503OnClosing: false,
  });
  app.decorate("refusals", deps.refusals);
  app.server.maxConnections = limits.connectionsMax;
  app.removeAllContentTypeParsers();
  useProblems(app, deps.log);
  useValidation(app);
  useApiDocument(app);
  app.register(bearerAuth, {
    keys: new Set(deps.apiKeys),
    addHook: false,
    specCompliance: "rfc6749",
  });
  app.register(healthRoute, deps);
  app.register(metricRoute, deps);
  const receive = openReception({ ...deps, addressOf: clientAddress(deps.trustProxy) });
  app.register(eventRoute, { prefix: "/api", ...deps, receive });
  app.register(umamiEventRoute, { prefix: "/api", ...deps, receive });
  app.register(trackerRoute);
  app.register(apiV1(deps), { prefix: "/api/v1" });
  return app;
}

/** Everything that needs an API key. */
function apiV1(deps: AppDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const { verifyBearerAuth } = app;
    if (verifyBearerAuth === undefined) throw new Error("@fastify/bearer-auth did not register");
    app.addHook("onRequest", verifyBearerAuth);
    app.addHook("onRequest", refuseUnknownRoute);
    useProblems(app, deps.log);
    useJsonBodies(app, ["application/json"]);
    await app.register(formbody, { bodyLimit: bodyBytesMax });
    app.register(websiteRoutes, { prefix: "/websites", ...deps });
    app.register(bulkEventRoute, { prefix: "/websites", ...deps });
    const reports = new Reports(deps.reports, deps.log);
    app.register(intakeRoute, { prefix: "/websites", ...deps, reports });
    const days = new DayStates(deps.db);
    app.register(statRoute, { prefix: "/stats", ...deps, reports, days });
    app.register(summaryRoute, { prefix: "/websites", ...deps, reports, days });
    app.register(liveRoute, { prefix: "/websites", ...deps, reports, days });
  };
}

function isUnderApiV1(url: string): boolean {
  return /^\/api\/v1(?![^/?])/.test(url);
}
