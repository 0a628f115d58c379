import formbody from "@fastify/formbody";
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { auditRoutes } from "./access/audit-routes.ts";
import { keyRoutes } from "./access/key-routes.ts";
import { linkRoutes } from "./access/link-routes.ts";
import { meRoutes } from "./access/me-routes.ts";
import { oidcRoutes } from "./access/oidc-routes.ts";
import { grantRoutes, personRoutes } from "./access/person-routes.ts";
import { requireNeed } from "./access/require-need.ts";
import { sessionRoutes } from "./access/session-routes.ts";
import { mcpRoute } from "./compat/mcp/mcp-route.ts";
import { plausibleRoutes } from "./compat/plausible/plausible-route.ts";
import { umamiRoutes } from "./compat/umami/umami-routes.ts";
import { correctionRoutes } from "./corrections/correction-routes.ts";
import { definitionRoutes } from "./definitions/definition-routes.ts";
import { bulkRoutes } from "./events/bulk-routes.ts";
import { createEventReceiver, originReader } from "./events/event-receiver.ts";
import { eventRoute } from "./events/event-route.ts";
import { followedLogRoutes } from "./events/followed-log-routes.ts";
import { umamiBatchRoute } from "./events/umami-batch-route.ts";
import { umamiEventRoute } from "./events/umami-event-route.ts";
import { importRoutes } from "./imports/import-routes.ts";
import { alertTestRoute } from "./notifications/alert-test-route.ts";
import { emailReportRoutes } from "./notifications/email-report-routes.ts";
import { myEmailReportRoutes } from "./notifications/my-email-report-routes.ts";
import { webhookRoutes } from "./notifications/webhook-routes.ts";
import { healthRoute } from "./operating/health-route.ts";
import { metricRoute } from "./operating/metrics-route.ts";
import { dashboardRoutes } from "./pages/dashboard-route.ts";
import { docsRoutes } from "./pages/docs-routes.ts";
import { trackerRoute } from "./pages/tracker-route.ts";
import { unsubscribeRoutes } from "./pages/unsubscribe-route.ts";
import type { Parts } from "./parts.ts";
import { sharedRoutes } from "./reports/shared-route.ts";
import { trackingCheckRoute } from "./reports/tracking-check-route.ts";
import { websiteStatistics } from "./reports/website-statistics.ts";
import { refuseUnknownRoutes } from "./shell/problems.ts";
import { useJsonBodies } from "./shell/validation.ts";
import { pageRuleRoutes } from "./websites/page-rule-routes.ts";
import { unknownWebsiteRoutes } from "./websites/unknown-website-routes.ts";
import { websiteRoutes } from "./websites/website-routes.ts";

/** Bodies of most routes are forms, or JSON of some fields. */
export const bodyBytesMax = 64 * 1024;

/** Adds all routes. Each plugin gets what it names, and nothing else. */
export function addRoutes(app: FastifyInstance, parts: Parts, verify: onRequestHookHandler): void {
  const { access, authorization, callers, external, frameAncestors, keys } = parts;
  const { logger, loginLimiter, ipOf, now, openSession, people, proxy } = parts;
  const { sharedLinks, siteOf, storeEntry, tokens, uncounted, websites } = parts;
  const { acceptsEvents, readMetrics, readReasons, stores } = parts;
  const { dashboardDirectory, isDemo, oidcName } = parts;
  const { definitions, mailLink, notifier } = parts;
  app.register(healthRoute, { acceptsEvents, readReasons, stores, websites });
  app.register(metricRoute, { readMetrics, websites });
  app.register(pageEvents(parts), { prefix: "/api" });
  app.register(trackerRoute, { uncounted, websites });
  app.register(apiV1(parts, verify), { prefix: "/api/v1" });
  app.register(sessionRoutes, {
    callers,
    external,
    ipOf,
    loginLimiter,
    people,
    storeEntry,
    tokens,
  });
  app.register(linkRoutes, {
    external,
    ipOf,
    keys,
    loginLimiter,
    mailLink,
    people,
    storeEntry,
    tokens,
    websites,
  });
  app.register(oidcRoutes, { access, external, keys, logger, now, openSession });
  app.register(sharedRoutes, {
    authorization,
    callers,
    ipOf,
    loginLimiter,
    now,
    sharedLinks,
    siteOf,
    tokens,
  });
  app.register(docsRoutes);
  answerOthers(app, parts);
  app.register(dashboardRoutes, {
    access,
    authorization,
    callers,
    dashboardDirectory,
    external,
    frameAncestors,
    isDemo,
    logger,
    now,
    oidcName,
    openSession,
    proxy,
    sharedLinks,
  });
  app.register(unsubscribeRoutes, {
    prefix: "/unsubscribe",
    access,
    definitions,
    keys,
    notifier,
    websites,
  });
}

/** Adds what answers in the words of other products and protocols. */
function answerOthers(app: FastifyInstance, parts: Parts): void {
  const { callers, external, ipOf, loginLimiter, now, people } = parts;
  const { siteOf, storeEntry, tokens, websites } = parts;
  app.register(plausibleRoutes, { prefix: "/api", now, siteOf, websites });
  app.register(umamiRoutes, {
    prefix: "/api",
    callers,
    external,
    ipOf,
    loginLimiter,
    now,
    people,
    siteOf,
    storeEntry,
    tokens,
    websites,
  });
  if (parts.mcp !== false) app.register(mcpRoute, { prefix: "/mcp", now });
}

/** Returns the plugin of the routes that take events from pages, without a key. */
function pageEvents(parts: Parts) {
  const { collector, uncounted, websites } = parts;
  const originOf = originReader(parts);
  const receive = createEventReceiver({ ...parts, originOf });
  return async (app: FastifyInstance): Promise<void> => {
    app.register(eventRoute, { receive, uncounted, websites });
    app.register(umamiEventRoute, { receive, uncounted, websites });
    app.register(umamiBatchRoute, { collector, originOf, uncounted, websites });
  };
}

/** Returns the plugin of all routes that need an API key or the owner's cookie. */
function apiV1(parts: Parts, verify: onRequestHookHandler) {
  const { access, audit, bulk, corrections, definitions, imports, logPlaces, websites } = parts;
  const { external, ipOf, loginLimiter, mailLink, notifier, now, people } = parts;
  const { baseUrl, findViews, knowsNetworks, logger, purgeEvents, siteOf, uncounted } = parts;
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook("onRequest", verify);
    app.addHook("onRequest", requireNeed(websites));
    refuseUnknownRoutes(app);
    useJsonBodies(app, ["application/json"]);
    await app.register(formbody, { bodyLimit: bodyBytesMax });
    app.register(websiteRoutes, { prefix: "/websites", loginLimiter, now, purgeEvents, websites });
    app.register(definitionRoutes, {
      prefix: "/websites",
      access,
      definitions,
      loginLimiter,
      notifier,
      now,
      websites,
    });
    app.register(importRoutes, { prefix: "/websites", definitions, imports, now, websites });
    app.register(correctionRoutes, {
      prefix: "/websites",
      corrections,
      definitions,
      now,
      siteOf,
      websites,
    });
    app.register(alertTestRoute, {
      prefix: "/websites",
      access,
      baseUrl,
      definitions,
      loginLimiter,
      notifier,
      now,
      websites,
    });
    app.register(emailReportRoutes, {
      prefix: "/websites",
      definitions,
      loginLimiter,
      notifier,
      now,
      siteOf,
      websites,
    });
    app.register(pageRuleRoutes, { prefix: "/websites", siteOf, websites });
    app.register(webhookRoutes, {
      prefix: "/webhooks",
      access,
      loginLimiter,
      notifier,
      now,
      websites,
    });
    app.register(bulkRoutes, { prefix: "/websites", bulk, websites });
    app.register(followedLogRoutes, { prefix: "/websites", logPlaces, websites });
    app.register(websiteStatistics, { now, siteOf, websites });
    app.register(trackingCheckRoute, { knowsNetworks, now, siteOf, uncounted, websites });
    app.register(unknownWebsiteRoutes, { prefix: "/unknown-websites", now, uncounted, websites });
    app.register(keyRoutes, { prefix: "/keys", access, now, websites });
    const onPeople = { access, definitions, findViews, logger, mailLink, people, websites };
    app.register(personRoutes, onPeople);
    app.register(grantRoutes, onPeople);
    app.register(meRoutes, { prefix: "/me", external, ipOf, loginLimiter, people, websites });
    app.register(myEmailReportRoutes, {
      prefix: "/me",
      access,
      loginLimiter,
      notifier,
      now,
      siteOf,
      websites,
    });
    app.register(auditRoutes, { audit, now });
  };
}
