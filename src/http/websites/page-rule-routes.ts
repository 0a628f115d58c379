import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifySchema } from "fastify";
import { Type } from "typebox";
import { Problem, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { compilePageRules } from "../../base/page-rules.ts";
import {
  NewPageRules,
  PageRulePreview,
  PageRuleSuggestion,
  PageRules,
  PageRuleTrial,
} from "../../model/page-rules.ts";
import { previewRule, searchesFor } from "../../stats/page-rules/preview.ts";
import { suggestRules } from "../../stats/page-rules/suggestions.ts";
import { readPages } from "../../stats/page-rules/website-pages.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { authorOf } from "../access/authentication.ts";
import { websiteByPath } from "../access/require-need.ts";
import { dayRange, dayRangeErrors } from "../params/day-range.ts";
import { showPageRule, toPageRule } from "../params/page-rules.ts";
import { refuseUnknown } from "../params/unknown-fields.ts";
import { queryCaller, queryProblems } from "../reports/query-route.ts";
import type { Site } from "../reports/site.ts";
import { addVersion, NeedsIfMatch, Versioned, versionsOf } from "./website-version.ts";

/** The pages that a preview lists before, and after. */
const listedMax = 1_000;

const tags = ["Websites"];
const One = Type.Object(
  { data: PageRules },
  { description: "The rules, in their order.", headers: Versioned },
);
const Range = Type.Object({ from: dayRange.from, to: dayRange.to });

const schemas = {
  get: {
    operationId: "getPageRules",
    summary: "Get the rules for pages",
    description: "The rules that give pages of the website other names before events are stored.",
    tags,
    need: "read",
    response: { 200: One },
    problems: ["OVERLOADED", "STORE_UNAVAILABLE"],
  },
  update: {
    operationId: "updatePageRules",
    summary: "Change the rules for pages",
    description:
      "Takes the place of all rules. They hold from the next event on; stored events stay as they are.",
    tags,
    need: "write",
    requestHeaders: NeedsIfMatch,
    body: NewPageRules,
    response: { 200: One },
    problems: ["OVERLOADED", "STORE_UNAVAILABLE", "CHANGED_MEANWHILE", "IF_MATCH_REQUIRED"],
  },
  preview: {
    operationId: "previewPageRule",
    summary: "Preview a rule for pages",
    description:
      "The pages of a range of days that a rule gives another name, before and after, of the 10,000 with the most page views. Nothing is stored.",
    tags,
    need: "read",
    body: PageRuleTrial,
    response: { 200: Type.Object({ data: PageRulePreview }, { description: "The preview." }) },
    problems: [...queryProblems],
  },
  suggestions: {
    operationId: "suggestPageRules",
    summary: "Get suggestions of rules for pages",
    description:
      "Rules for pages that differ by a number, a UUID, a date, a hash, or one of many rare values: at most 20, those for the most pages first. They follow from the 10,000 pages with the most page views.",
    tags,
    need: "read",
    querystring: Range,
    response: {
      200: Type.Object(
        { data: Type.Array(PageRuleSuggestion) },
        { description: "The suggestions." },
      ),
    },
    problems: [...queryProblems],
  },
} satisfies Record<string, FastifySchema>;

interface PageRuleDeps {
  readonly websites: Websites;
  readonly siteOf: (website: Website) => Promise<Site>;
}

/** `/api/v1/websites/{id}/page-rules` */
export const pageRuleRoutes: FastifyPluginAsyncTypebox<PageRuleDeps> = async (
  app,
  { websites, siteOf },
) => {
  const url = "/:id/page-rules";
  const answer = (reply: FastifyReply, website: Website) => {
    addVersion(reply, website);
    return { data: { rules: website.pageRules.map(showPageRule) } };
  };

  app.get(url, { schema: schemas.get }, async function getPageRules(request, reply) {
    return answer(reply, await websiteByPath(request, websites));
  });

  const ofPut = refuseUnknown(["rules"], "the rules for pages");
  app.put(
    url,
    { schema: schemas.update, preValidation: ofPut },
    async function updatePageRules(request, reply) {
      const { id } = await websiteByPath(request, websites);
      if (request.headers["if-match"] === undefined) throw new Problem("IF_MATCH_REQUIRED");
      const change = { pageRules: request.body.rules.map(toPageRule) };
      const remark = { what: "page_rules.update" } as const;
      const more = { remark, onlyIf: versionsOf(request) };
      return answer(reply, await websites.update(authorOf(request), id, change, more));
    },
  );

  app.post(
    `${url}/preview`,
    {
      schema: schemas.preview,
      preValidation: refuseUnknown(Object.keys(PageRuleTrial.properties), "a trial of a rule"),
    },
    async function previewPageRule(request, reply) {
      const site = await siteOf(await websiteByPath(request, websites));
      const { from, to, ...given } = request.body;
      if (from > to) refuseFields({ from: [fieldError("to_before_from")] });
      const rule = toPageRule(given);
      const range = { websiteId: site.website.id, from, to };
      const caller = queryCaller(reply, "owner");
      const pages = new Map<string, number>();
      for (const search of searchesFor(rule)) {
        const found = await readPages(site.statistics, range, caller, search);
        for (const [page, pageviews] of found.pages) pages.set(page, pageviews);
      }
      await site.stays();
      const { before, after } = await previewRule(pages, rule);
      return {
        data: {
          before: before.slice(0, listedMax),
          after: after.slice(0, listedMax),
          pages_before: before.length,
          pages_after: after.length,
          pageviews: before.reduce((sum, { pageviews }) => sum + pageviews, 0),
        },
      };
    },
  );

  app.get(
    `${url}/suggestions`,
    { schema: schemas.suggestions, attachValidation: true },
    async function suggestPageRules(request, reply) {
      const site = await siteOf(await websiteByPath(request, websites));
      refuseFields(dayRangeErrors(request));
      const range = { websiteId: site.website.id, ...request.query };
      const found = await readPages(site.statistics, range, queryCaller(reply, "owner"));
      await site.stays();
      return { data: await suggestRules(found, compilePageRules(site.website.pageRules)) };
    },
  );
};
