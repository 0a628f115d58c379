import type { FastifyPluginAsync, FastifyRequest } from "fastify";

import type { Definitions } from "../../definitions/stored-definitions.ts";
import type { StatisticsQueries } from "../../stats/statistics.ts";
import type { Websites } from "../../websites/websites.ts";
import { websiteByPath } from "../website-by-path.ts";
import { breakdownRoute } from "./breakdown.ts";
import { heatmapRoute } from "./heatmap.ts";
import { intakeRoute } from "./intake.ts";
import { liveRoute } from "./live.ts";
import { queryProblems, type StatisticsRoute } from "./statistics-route.ts";
import { summaryRoute } from "./summary.ts";

interface WebsiteStatisticsDeps {
  readonly statistics: StatisticsQueries;
  readonly definitions: Definitions;
  readonly websites: Websites;
  readonly now: () => number;
}

/**
 * `/api/v1/stats/{website_id}`, and `/summary`, `/heatmap`, `/live` and `/intake` of
 * `/api/v1/websites/{id}`.
 */
export const websiteStatistics: FastifyPluginAsync<WebsiteStatisticsDeps> = async (
  app,
  { statistics, definitions, websites, now },
) => {
  const findWebsite = (request: FastifyRequest) => websiteByPath(request, websites);
  const at = (url: string, operationId: string, summary: string): StatisticsRoute => ({
    ...{ statistics, definitions, now, url, priority: "owner", findWebsite },
    operation: { tags: ["Stats"], problems: queryProblems, operationId, summary },
  });
  app.register(breakdownRoute, at("/stats/:website_id", "getStats", "Get statistics"));
  app.register(summaryRoute, at("/websites/:id/summary", "getSummary", "Get a summary"));
  app.register(heatmapRoute, at("/websites/:id/heatmap", "getHeatmap", "Get a heat map"));
  app.register(liveRoute, at("/websites/:id/live", "getLive", "Get the live view"));
  app.register(
    intakeRoute,
    at("/websites/:id/intake", "getIntake", "Get accepted and dropped events"),
  );
};
