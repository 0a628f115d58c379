import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type onRequestHookHandler,
} from "fastify";
import { type Audit, createAuditLog } from "../access/audit.ts";
import { People } from "../access/people.ts";
import type { StoredAccess } from "../access/stored-access.ts";
import { basePathOf, withoutBasePath } from "../base/base-path.ts";
import type { Refusals } from "../base/errors.ts";
import type { BulkCollector } from "../collect/bulk.ts";
import type { Collector } from "../collect/collector.ts";
import type { Definitions } from "../definitions/stored-definitions.ts";
import type { Website } from "../websites/website.ts";
import type { Websites } from "../websites/websites.ts";
import { auditRoutes } from "./access/audit-routes.ts";
import { AuthProxy } from "./access/auth-proxy.ts";
import { admitBearers, requireCaller } from "./access/authentication.ts";
import { Authorization } from "./access/authorization.ts";
import { Callers } from "./access/callers.ts";
import type { ExternalSignIn } from "./access/external-sign-in.ts";
import { keyRoutes } from "./access/key-routes.ts";
import type { Keys } from "./access/keys.ts";
import { linkRoutes } from "./access/link-routes.ts";
import type { LoginLimiter } from "./access/login-limiter.ts";
import { meRoutes } from "./access/me-routes.ts";
import { oidcRoutes } from "./access/oidc-routes.ts";
import type { MailLink } from "./access/person-records.ts";
import { grantRoutes, personRoutes } from "./access/person-routes.ts";
import { requireNeed } from "./access/require-need.ts";
import { sessionOpener, sessionRoutes } from "./access/session-routes.ts";
import { SharedLinks } from "./access/shared-links.ts";
import { SignedTokens } from "./access/signed-tokens.ts";
import { useCompression } from "./answers/compression.ts";
import { mcpRoute } from "./compat/mcp/mcp-route.ts";
import { plausibleRoutes } from "./compat/plausible/plausible-route.ts";
import { umamiRoutes } from "./compat/umami/umami-routes.ts";
import { definitionRoutes } from "./definitions/definition-routes.ts";
import type { FindViews } from "./definitions/removed-people.ts";
import { bulkEventRoute } from "./events/bulk-event-route.ts";
import { createEventReceiver, originReader } from "./events/event-receiver.ts";
import { eventRoute } from "./events/event-route.ts";
import { umamiBatchRoute } from "./events/umami-batch-route.ts";
import { umamiEventRoute } from "./events/umami-event-route.ts";
import type { Uncounted } from "./events/uncounted.ts";
import { type ImportRouteOptions, importRoutes } from "./imports/import-routes.ts";
import { alertTestRoute } from "./notifications/alert-test-route.ts";
import { emailReportRoutes } from "./notifications/email-report-routes.ts";
import { myEmailReportRoutes } from "./notifications/my-email-report-routes.ts";
import type { Notifier } from "./notifications/notifier.ts";
import { webhookRoutes } from "./notifications/webhook-routes.ts";
import { useApiDocument } from "./openapi/api-document.ts";
import { type HealthReason, healthRoute, type NamedStore } from "./operating/health-route.ts";
import { metricRoute } from "./operating/metrics-route.ts";
import { dashboardRoutes } from "./pages/dashboard-route.ts";
import { docsRoutes } from "./pages/docs-routes.ts";
import { trackerRoute } from "./pages/tracker-route.ts";
import { unsubscribeRoutes } from "./pages/unsubscribe-route.ts";
import { sharedRoutes } from "./reports/shared-route.ts";
import type { Site } from "./reports/site.ts";
import { trackingCheckRoute } from "./reports/tracking-check-route.ts";
import { websiteStatistics } from "./reports/website-statistics.ts";
import { limitBodyTime } from "./shell/body-timeout.ts";
import { clientIp } from "./shell/client.ts";
import {
  answerBrokenRequest,
  refuseUnknownRoutes,
  refuseWithoutHost,
  sendProblem,
  toProblem,
  useProblems,
} from "./shell/problems.ts";
import { warnOfProxies } from "./shell/proxy-warnings.ts";
import { useResponseHeaders } from "./shell/response-headers.ts";
import { defaultServerLimits, pluginTimeoutMs, type ServerLimits } from "./shell/server-limits.ts";
import { limitUnanswered } from "./shell/unanswered-requests.ts";
import { useJsonBodies, useValidation } from "./shell/validation.ts";
import { unknownWebsiteRoutes } from "./websites/unknown-website-routes.ts";
import { websiteRoutes } from "./websites/website-routes.ts";

/** The dependencies of the HTTP application, in groups by purpose. */
export interface AppDeps {
  readonly websites: Websites;
  readonly collecting: {
    readonly collector: Pick<Collector, "collect" | "collectAll">;
    readonly bulk: Pick<BulkCollector, "take">;
    /** Returns whether the event log takes events now. */
    readonly acceptsEvents: () => boolean;
    /** Removes the events of deleted websites, in the background. */
    readonly purgeEvents: () => void;
  };
  /** Counts what sends events that do not count, by name. */
  readonly uncounted: Uncounted;
  /** Resolves with what answers queries about a website. */
  readonly siteOf: (website: Website) => Promise<Site>;
  readonly definitions: Definitions;
  readonly findViews: FindViews;
  readonly imports: ImportRouteOptions["imports"];
  /** Sends mails and calls webhooks that clients ask for at once. */
  readonly notifier: Notifier;
  readonly access: {
    /** The keys, people and sessions. */
    readonly access: StoredAccess;
    readonly audit: Audit;
    /** Mails links to people; undefined if no mail server is set. */
    readonly mailLink: MailLink | undefined;
    readonly keys: Keys;
    readonly loginLimiter: LoginLimiter;
    /** Signing in with a provider or by a proxy; without it, people have passwords alone. */
    readonly external?: ExternalSignIn | undefined;
  };
  readonly server: {
    /** The store of each shard; only the health check uses them. */
    readonly stores: readonly NamedStore[];
    readonly trustProxy: true | readonly string[];
    /** The URL at which people reach this server, if it is configured. */
    readonly baseUrl?: string | undefined;
    /** Directory of the built dashboard; without a build there are no pages. */
    readonly dashboardDirectory: string;
    /** True if the pages say that their numbers are made up. */
    readonly isDemo?: boolean;
    /** The id of the restore that made the data; undefined or "" without one. */
    readonly restoreId?: string;
    readonly frameAncestors: readonly string[];
    /** False if assistants cannot ask. */
    readonly mcp?: boolean;
    /** The text of the button that signs in with the provider, if there is one. */
    readonly oidcName?: string | undefined;
    /** Counts the answers with an error. */
    readonly refusals: Refusals;
    /** The answer to `GET /metrics`. */
    readonly readMetrics: () => Promise<string>;
    /** The `reasons` of `GET /health`. */
    readonly readReasons: () => Promise<readonly HealthReason[]>;
    /** The limits that differ from the default ones. */
    readonly limits?: Partial<ServerLimits>;
  };
  readonly logger: FastifyBaseLogger;
  readonly now: () => number;
}

const bodyBytesMax = 64 * 1024;

/** Builds the server without listening, so a test can `inject` into it. */
export function buildApp(deps: AppDeps): FastifyInstance {
  const { server, logger } = deps;
  const limits = { ...defaultServerLimits(), ...server.limits };
  const parts = assemble(deps);
  const basePath = basePathOf(server.baseUrl);
  const app: FastifyInstance = Fastify({
    // With a logger, Fastify makes a child logger and listeners for each request, although nothing
    // logs with them.
    logger: false,
    pluginTimeout: pluginTimeoutMs,
    bodyLimit: bodyBytesMax,
    // The routes are the same, whether a proxy removes the base path or not.
    rewriteUrl: ({ url = "/" }) => withoutBasePath(url, basePath),
    // The longest domain, as a parameter of a path.
    routerOptions: { maxParamLength: 253 },
    trustProxy: server.trustProxy === true ? true : [...server.trustProxy],
    forceCloseConnections: "idle",
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, parts),
    frameworkErrors: (error, request, reply) => {
      const answer = (refusal?: Error) => sendProblem(reply, toProblem(refusal ?? error));
      // No hook has run yet, and a client without a key must not learn which routes /api/v1 has.
      if (isUnderApiV1(request.url)) verify.call(app, request, reply, answer);
      else answer();
    },
    http: {
      headersTimeout: limits.headersTimeoutMs,
      // Uploads take long, so `limitBodyTime` has the limit of the other routes.
      requestTimeout: 0,
      connectionsCheckingInterval: limits.checkIntervalMs,
      // Node would answer by itself, with another body than our errors have.
      requireHostHeader: false,
    },
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionTimeout: limits.silenceTimeoutMs,
    // A request that arrives on an open connection during a stop gets its answer. Fastify's 503
    // would have another body than our errors have.
    return503OnClosing: false,
  });
  const verify = requireCaller(app, parts.callers);
  decorate(app, server);
  app.server.maxConnections = limits.connectionsMax;
  limitUnanswered(app.server, limits.unansweredMax);
  // An `Expect` header that HTTP does not define is ignored. Node would answer by itself here, too.
  app.server.on("checkExpectation", (...exchange) => app.server.emit("request", ...exchange));
  app.removeAllContentTypeParsers();
  limitBodyTime(app, { timeoutMs: limits.requestTimeoutMs, checkEveryMs: limits.checkIntervalMs });
  useResponseHeaders(app);
  useCompression(app);
  app.addHook("onRequest", refuseWithoutHost);
  warnOfProxies(app, parts);
  useProblems(app, logger);
  useValidation(app);
  // The types of the handlers say what an answer has. Compiling a serializer for each schema would
  // take a tenth of a start, and hold up the first answers.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  useApiDocument(app);
  admitBearers(app, parts.callers);
  app.register(cookie, { hook: false });
  app.register(healthRoute, parts);
  app.register(metricRoute, parts);
  app.register(pageEvents(parts), { prefix: "/api" });
  app.register(trackerRoute, parts);
  app.register(apiV1(parts, verify), { prefix: "/api/v1" });
  app.register(sessionRoutes, parts);
  app.register(linkRoutes, parts);
  app.register(oidcRoutes, parts);
  app.register(sharedRoutes, parts);
  app.register(docsRoutes);
  answerOthers(app, parts);
  app.register(dashboardRoutes, parts);
  app.register(unsubscribeRoutes, { prefix: "/unsubscribe", ...parts });
  return app;
}

/** Adds what answers in the words of other products and protocols. */
function answerOthers(app: FastifyInstance, parts: ReturnType<typeof assemble>): void {
  app.register(plausibleRoutes, { prefix: "/api", ...parts });
  app.register(umamiRoutes, { prefix: "/api", ...parts });
  if (parts.mcp !== false) app.register(mcpRoute, { prefix: "/mcp", ...parts });
}

/** Gives the application what answers follow from, beside the dependencies of their routes. */
function decorate(app: FastifyInstance, { refusals, restoreId, baseUrl }: AppDeps["server"]): void {
  app.decorate("refusals", refusals);
  app.decorate("restoreId", restoreId ?? "");
  app.decorate("baseUrl", baseUrl);
  app.decorate("basePath", basePathOf(baseUrl));
  app.decorate("isHttpsOutside", baseUrl?.startsWith("https:") ?? false);
}

/** Returns all dependencies in one flat object, from which each route picks its own. */
function assemble({ collecting, siteOf, access, server, ...others }: AppDeps) {
  const parts = {
    ...others,
    ...collecting,
    siteOf,
    ...access,
    ...server,
    tokens: new SignedTokens(access.keys, others.now),
    ipOf: clientIp(server.trustProxy),
    proxy: new AuthProxy(access.external?.proxy),
  };
  const callers = new Callers(parts);
  const people = new People(access.access, others.now);
  const storeEntry = createAuditLog(parts);
  return {
    ...parts,
    people,
    storeEntry,
    callers,
    openSession: sessionOpener({ ...parts, people, storeEntry }),
    authorization: new Authorization({ ...parts, callers }),
    sharedLinks: new SharedLinks(parts),
  };
}

/** Returns the plugin of the routes that take events from pages, without a key. */
function pageEvents(parts: ReturnType<typeof assemble>) {
  const originOf = originReader(parts);
  const receive = createEventReceiver({ ...parts, originOf });
  return async (app: FastifyInstance): Promise<void> => {
    app.register(eventRoute, { ...parts, receive });
    app.register(umamiEventRoute, { ...parts, receive });
    app.register(umamiBatchRoute, { ...parts, originOf });
  };
}

/** Returns the plugin of all routes that need an API key or the owner's cookie. */
function apiV1(parts: ReturnType<typeof assemble>, verify: onRequestHookHandler) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook("onRequest", verify);
    app.addHook("onRequest", requireNeed(parts.websites));
    refuseUnknownRoutes(app);
    useJsonBodies(app, ["application/json"]);
    await app.register(formbody, { bodyLimit: bodyBytesMax });
    app.register(websiteRoutes, { prefix: "/websites", ...parts });
    app.register(definitionRoutes, { prefix: "/websites", ...parts });
    app.register(importRoutes, { prefix: "/websites", ...parts });
    app.register(alertTestRoute, { prefix: "/websites", ...parts });
    app.register(emailReportRoutes, { prefix: "/websites", ...parts });
    app.register(webhookRoutes, { prefix: "/webhooks", ...parts });
    app.register(bulkEventRoute, { prefix: "/websites", ...parts });
    app.register(websiteStatistics, parts);
    app.register(trackingCheckRoute, parts);
    app.register(unknownWebsiteRoutes, { prefix: "/unknown-websites", ...parts });
    app.register(keyRoutes, { prefix: "/keys", ...parts });
    app.register(personRoutes, parts);
    app.register(grantRoutes, parts);
    app.register(meRoutes, { prefix: "/me", ...parts });
    app.register(myEmailReportRoutes, { prefix: "/me", ...parts });
    app.register(auditRoutes, parts);
  };
}

function isUnderApiV1(url: string): boolean {
  return /^\/api\/v1(?![^/?])/.test(url);
}
