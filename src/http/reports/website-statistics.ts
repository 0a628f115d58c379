import type { FastifyPluginAsync, FastifyRequest } from "fastify";

import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { websiteByPath } from "../access/require-need.ts";
import { conditionPreviewRoute } from "./condition-preview-route.ts";
import { eventExportRoute } from "./event-export-route.ts";
import { intakeRoute } from "./intake-route.ts";
import { type QueryRoute, queryProblems } from "./query-route.ts";
import { reportRoutes, statsRoute } from "./report-routes.ts";
import type { Site } from "./site.ts";
import { websitesSummaryRoute } from "./websites-summary-route.ts";

interface WebsiteStatisticsDeps {
  readonly siteOf: (website: Website) => Promise<Site>;
  readonly websites: Websites;
  readonly now: () => number;
}

/**
 * `/api/v1/stats/{website_id}`, `/api/v1/websites/summary`, and the reports, `/intake` and
 * `/events` and `/conditions/preview` of `/api/v1/websites/{id}`.
 */
export const websiteStatistics: FastifyPluginAsync<WebsiteStatisticsDeps> = async (
  app,
  { siteOf, websites, now },
) => {
  const siteByPath = async (request: FastifyRequest) =>
    siteOf(await websiteByPath(request, websites));
  const at = (url: string, operationId: string, summary: string): QueryRoute => ({
    now,
    url,
    priority: "owner",
    siteOf: siteByPath,
    operation: { tags: ["Stats"], need: "read", problems: queryProblems, operationId, summary },
  });
  app.register(statsRoute.add, at("/stats/:website_id", "getStats", "Get statistics"));
  for (const { add, path, operation, what } of reportRoutes) {
    app.register(add, at(`/websites/:id/${path}`, `get${operation}`, `Get ${what}`));
  }
  app.register(conditionPreviewRoute, { siteOf, websites });
  app.register(websitesSummaryRoute, { siteOf, websites, now });
  app.register(eventExportRoute, at("/websites/:id/events", "exportEvents", "Export events"));
  app.register(
    intakeRoute.add,
    at("/websites/:id/intake", "getIntake", "Get accepted and dropped events"),
  );
};
