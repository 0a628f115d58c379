import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { invalid, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { compileCheck } from "../../base/validation.ts";
import { readDayFilters } from "../../counting/read-conditions.ts";
import type { ConditionFilters } from "../../definitions/condition.ts";
import { ConditionPreview, ConditionTrial } from "../../model/condition-preview.ts";
import { type BreakdownQuery, breakdownReport } from "../../stats/breakdown.ts";
import { countsFrom } from "../../stats/counts-from.ts";
import { rateOf, roundRate } from "../../stats/rates.ts";
import { summary } from "../../stats/summary.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { websiteByPath } from "../access/require-need.ts";
import { refuseUnknown } from "../params/unknown-fields.ts";
import { conditionFilterErrors } from "./condition-filters.ts";
import { queryCaller, queryProblems } from "./query-route.ts";
import type { Site } from "./site.ts";

const listedMax = 10;
const check = compileCheck(ConditionTrial);

const schema = {
  operationId: "previewCondition",
  need: "read",
  summary: "Preview a condition",
  description:
    "What a standing condition would hide in a range of days. Nothing is stored, and the conditions that stand make no difference.",
  tags: ["Stats"],
  bodies: { "application/json": ConditionTrial },
  response: { 200: Type.Object({ data: ConditionPreview }, { description: "The preview." }) },
  problems: [...queryProblems],
} satisfies FastifySchema;

/** `POST /api/v1/websites/{id}/conditions/preview`: what a condition would hide. */
export const conditionPreviewRoute: FastifyPluginAsyncTypebox<{
  siteOf: (website: Website) => Promise<Site>;
  websites: Websites;
}> = async (app, { siteOf, websites }) => {
  const preValidation = refuseUnknown(Object.keys(ConditionTrial.properties), "a trial");
  const route = { schema, preValidation };
  app.post("/websites/:id/conditions/preview", route, async (request, reply) => {
    const site = await siteOf(await websiteByPath(request, websites));
    const checked = check(request.body ?? {});
    if (!checked.ok) throw invalid(checked.fields);
    const { from, to, filters: given } = checked.value as ConditionTrial;
    refuseFields({
      ...conditionFilterErrors(given as ConditionFilters),
      ...(from > to && { from: [fieldError("to_before_from")] }),
    });
    const filters = readDayFilters(given as ConditionFilters);
    const range = { websiteId: site.website.id, from, to, counted: "all" } as const;
    const caller = queryCaller(reply, "owner");
    const { statistics } = site;
    const all = await summary(statistics, { ...range, filters: [] }, caller);
    const hidden = await summary(statistics, { ...range, filters }, caller);
    const listOf = async (dimension: "page" | "country", sortBy: "pageviews" | "visitors") => {
      const query: BreakdownQuery = {
        ...range,
        filters,
        ...countsFrom(filters),
        dimension,
        search: "",
        sortBy,
        sort: "desc",
        limit: listedMax,
        offset: 0,
      };
      const { value } = await statistics.report(breakdownReport, query, caller);
      return value.rows.map(({ value: name, visitors, pageviews }) => {
        return { value: name, visitors, pageviews };
      });
    };
    const pages = await listOf("page", "pageviews");
    const countries = await listOf("country", "visitors");
    await site.stays();
    const { visitors, visits, pageviews } = hidden.value;
    const share = roundRate(rateOf(visitors, all.value.visitors));
    return { data: { visitors, visits, pageviews, share, pages, countries } };
  });
};
