import type { FastifyPluginAsync, FastifyRequest } from "fastify";

import type { Websites } from "../../websites/websites.ts";
import { websiteByPath } from "../website-by-path.ts";
import { liveRoute } from "./live.ts";
import { type ReportRoute, reportProblems } from "./statistics-route.ts";
import { statRoute } from "./stats.ts";
import { summaryRoute } from "./summary.ts";

const described = { tags: ["Stats"], problems: reportProblems };

/** `/api/v1/stats/{website_id}`, `/api/v1/websites/{id}/summary` and `/live`. */
export const websiteReports: FastifyPluginAsync<
  Omit<ReportRoute, "address"> & { readonly websites: Websites }
> = async (app, { websites, db, reports, days, now }) => {
  const findWebsite = (request: FastifyRequest) => websiteByPath(request, websites);
  const at = (url: string, operationId: string, summary: string) => ({
    db,
    reports,
    days,
    now,
    address: { url, findWebsite, operation: { ...described, operationId, summary } },
  });
  app.register(statRoute, at("/stats/:website_id", "showStats", "Show statistics"));
  app.register(summaryRoute, at("/websites/:id/summary", "showSummary", "Show a summary"));
  app.register(liveRoute, at("/websites/:id/live", "showLive", "Show who is there now"));
};
