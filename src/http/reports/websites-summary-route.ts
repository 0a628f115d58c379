import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { type Static, Type } from "typebox";

import { type FieldErrors, refuseFields } from "../../base/errors.ts";
import type { DayRange } from "../../counting/website-days.ts";
import { pageOf } from "../../model/page.ts";
import { WebsiteSummary, WebsiteTotals } from "../../model/summary.ts";
import { oneOf } from "../../model/text.ts";
import { changesOf, roundChanges, roundNumbers } from "../../stats/numbers.ts";
import type { QueryCaller } from "../../stats/query-scheduler.ts";
import type { StatisticsQueries } from "../../stats/statistics.ts";
import { type WebsiteNumbers, websitesSummary } from "../../stats/websites-summary.ts";
import type { WebsiteSums, WebsitesQuery } from "../../stats/websites-sums.ts";
import { writtenDomain } from "../../websites/domain.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { callerOf } from "../access/authentication.ts";
import { readable } from "../access/require-need.ts";
import { positionOf, toPage } from "../answers/pages.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { selectWebsites, websiteListParams } from "../websites/website-list-params.ts";
import { comparedOf, compareErrors, compareParams } from "./compare-params.ts";
import { queryCaller, queryProblems, UntaggedQueryHeaders } from "./query-route.ts";
import type { Site } from "./site.ts";

const Params = Type.Object({
  ...dayRange,
  ...compareParams,
  interval: Type.Optional(
    oneOf(["day"], {
      description: "Adds `days` to each website: the days that have visitors, oldest first.",
      examples: ["day"],
    }),
  ),
  ...websiteListParams,
});
type Params = Static<typeof Params>;

interface Deps {
  readonly siteOf: (website: Website) => Promise<Site>;
  readonly websites: Websites;
}

/** A website with its numbers in the range, and in the earlier one if there is one. */
interface Counted {
  readonly website: Website;
  readonly numbers: readonly WebsiteNumbers[];
}

/** `GET /api/v1/websites/summary`: the numbers of all websites. */
export const websitesSummaryRoute: FastifyPluginAsyncTypebox<Deps> = async (
  app,
  { siteOf, websites },
) => {
  const schema = {
    operationId: "getWebsitesSummary",
    need: "read",
    summary: "Get the summaries of all websites",
    description:
      "A range of days in nine numbers for each website of the list, one page at a time. Days are those of each website's time zone.",
    tags: ["Stats"],
    querystring: Params,
    requestHeaders: UntaggedQueryHeaders,
    response: { 200: pageOf(WebsiteSummary, { totals: WebsiteTotals }) },
    problems: [...queryProblems],
  } satisfies FastifySchema;
  app.get("/websites/summary", { schema, attachValidation: true }, async (request, reply) => {
    const { query } = request;
    refuseFields(errorsOf(request));
    await websites.find((all) => all.list()[0]);
    const asked = selectWebsites(readable(websites.all.list(), callerOf(request)), query);
    const { earlier } = comparedOf(query);
    const byDay = query.interval === "day";
    const ranges = [
      { ...daysOf(query), byDay },
      ...(earlier === undefined ? [] : [{ ...daysOf(query), ...earlier }]),
    ];
    const caller = queryCaller(reply, "owner");
    const counted = await countAll(asked, siteOf, ranges, caller);
    const position = positionOf(query);
    const shown = counted.slice(position.offset, position.offset + position.perPage);
    const items = shown.map((each) => toRecord(each, { earlier, byDay }));
    const body = toPage(request, position, { items, total: counted.length });
    return { ...body, meta: { ...body.meta, totals: totalsOf(counted) } };
  });
};

function errorsOf(request: {
  readonly query: Params;
  readonly validationError?: Error;
}): FieldErrors {
  const wrong = dayRangeErrors(request);
  return { ...compareErrors(request.query, wrong), ...wrong };
}

/** Counts websites, those of one shard together. */
async function countAll(
  asked: readonly Website[],
  siteOf: Deps["siteOf"],
  ranges: readonly Omit<WebsitesQuery, "websiteIds">[],
  caller: QueryCaller,
): Promise<Counted[]> {
  const sites = await Promise.all(asked.map(siteOf));
  const byShard = new Map<StatisticsQueries, number[]>();
  for (const { statistics, website } of sites) {
    const ids = byShard.get(statistics);
    if (ids === undefined) byShard.set(statistics, [website.id]);
    else ids.push(website.id);
  }
  const numbers = new Map<number, WebsiteNumbers[]>();
  for (const [statistics, websiteIds] of byShard) {
    for (const range of ranges) {
      const found = await websitesSummary(statistics, { ...range, websiteIds }, caller);
      for (const [nth, id] of websiteIds.entries()) {
        numbers.set(id, [...(numbers.get(id) ?? []), ...found.slice(nth, nth + 1)]);
      }
    }
  }
  for (const { stays } of sites) await stays();
  return asked.map((website) => ({ website, numbers: numbers.get(website.id) ?? [] }));
}

function toRecord(
  { website, numbers: [now, before] }: Counted,
  { earlier, byDay }: { readonly earlier: DayRange | undefined; readonly byDay: boolean },
) {
  if (now === undefined) throw new Error("a website has numbers");
  const record = {
    ...{ website_id: website.id, domain: website.domain },
    ...{ domain_unicode: writtenDomain(website.domain), ...roundNumbers(now.numbers) },
    ...(byDay && { days: now.days.map(toDay).toSorted((a, b) => (a.value < b.value ? -1 : 1)) }),
  };
  if (before === undefined || earlier === undefined) return record;
  return {
    ...record,
    previous: { from: earlier.from, to: earlier.to, ...roundNumbers(before.numbers) },
    change: roundChanges(changesOf(now.numbers, before.numbers)),
  };
}

function toDay({ date: value, visitors, visits, pageviews }: WebsiteSums) {
  return { value, visitors, visits, pageviews };
}

function totalsOf(counted: readonly Counted[]) {
  const sumOf = (name: "visitors" | "visits" | "pageviews") =>
    counted.reduce((sum, { numbers: [now] }) => sum + (now?.numbers[name] ?? 0), 0);
  return { visitors: sumOf("visitors"), visits: sumOf("visits"), pageviews: sumOf("pageviews") };
}
