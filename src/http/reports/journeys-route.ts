import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { journeyPathPage, journeyStepPage } from "../../model/journey.ts";
import { journeyPathsCsvReport, journeyPathsReport } from "../../stats/journey-paths.ts";
import { journeyStepsCsvReport, journeyStepsReport } from "../../stats/journeys.ts";
import { NotModified, Tagged } from "../answers/entity-tag.ts";
import { listParam } from "../params/list-param.ts";
import {
  JourneyParams,
  JourneyPathParams,
  parseJourney,
  parseJourneyPaths,
} from "./journey-params.ts";
import { findPopulation } from "./population.ts";
import { sendRows } from "./report-answers.ts";
import { filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const stepSchema = {
  description:
    "The pages, and with `include=events` custom events, that come next in visits: one page as JSON, or all of them as CSV.",
  querystring: JourneyParams,
  requestHeaders: QueryHeaders,
  response: { 200: journeyStepPage(Tagged), 304: NotModified },
  csv: Type.String({
    description: "All elements as CSV (RFC 4180, UTF-8); `page` and `per_page` are ignored.",
    examples: ['type,value,visits,share\r\n"page","/pricing",120,0.375\r\n'],
  }),
} satisfies FastifySchema;

const pathSchema = {
  description:
    "The beginnings of visits, up to a number of elements: one page as JSON, or all of them as CSV.",
  querystring: JourneyPathParams,
  requestHeaders: QueryHeaders,
  response: { 200: journeyPathPage(Tagged), 304: NotModified },
  csv: Type.String({
    description:
      "All paths as CSV (RFC 4180, UTF-8), each as JSON text; `page` and `per_page` are ignored.",
    examples: [
      'path,visits,share,continued\r\n"[{""type"":""page"",""value"":""/""}]",120,0.375,80\r\n',
    ],
  }),
} satisfies FastifySchema;

/** The journeys of a website's visits: what comes next after a start and a path. */
export const journeyRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { url, findWebsite } = route;
  const options = filteredRoute(stepSchema, route);
  const preValidation = [options.preValidation, listParam("path")];
  app.get(url, { ...options, preValidation }, async (request, reply) => {
    const { id, domain } = await findWebsite(request);
    const population = await findPopulation(request, id, route);
    const query = parseJourney(request, id, population);
    return sendRows(reply, route, {
      query,
      page: journeyStepsReport,
      csv: journeyStepsCsvReport,
      fileName: `${domain}-journeys-${query.from}-${query.to}`,
      tagParts: [String(id), domain, ...population.tagParts],
      toSlice: ({ rows, total, all_visits: visits }) => ({
        ...{ items: [...rows], total, meta: { visits, depth: query.path.length } },
      }),
    });
  });
};

/** The beginnings of journeys. */
export const journeyPathRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { url, findWebsite } = route;
  app.get(url, filteredRoute(pathSchema, route), async (request, reply) => {
    const { id, domain } = await findWebsite(request);
    const population = await findPopulation(request, id, route);
    const query = parseJourneyPaths(request, id, population);
    return sendRows(reply, route, {
      query,
      page: journeyPathsReport,
      csv: journeyPathsCsvReport,
      fileName: `${domain}-journey-paths-${query.from}-${query.to}`,
      tagParts: [String(id), domain, ...population.tagParts],
      toSlice: ({ rows, total, all_visits: visits }) => ({
        ...{ items: [...rows], total, meta: { visits } },
      }),
    });
  });
};
