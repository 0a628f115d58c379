import { isDeepStrictEqual } from "node:util";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { type Static, Type } from "typebox";

import { isoSeconds } from "../../base/calendar.ts";
import { type FieldErrors, refuseFields } from "../../base/errors.ts";
import type { ClippedRange } from "../../counting/website-days.ts";
import { pageOf } from "../../model/page.ts";
import { WebsiteSummary, WebsiteTotals } from "../../model/summary.ts";
import { oneOf } from "../../model/text.ts";
import { changesOf, roundChanges, roundNumbers } from "../../stats/numbers.ts";
import type { QueryCaller } from "../../stats/query-scheduler.ts";
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
import { clippedOf, compareErrors, compareParams } from "./compare-params.ts";
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
  sort_by: Type.Optional(
    oneOf(["id", "domain", "visitors", "change", "online"], {
      default: "id",
      description:
        "`id`: the order of creation. `domain`: numbers in it by their size. `visitors`: those of the range. `change`: that of the visitors, since the earlier range, which is the one before without `compare`; websites without one are last. `online`: the visitors of now.",
      examples: ["visitors"],
    }),
  ),
});
type Params = Static<typeof Params>;

interface Deps {
  readonly siteOf: (website: Website) => Promise<Site>;
  readonly websites: Websites;
  readonly now: () => number;
}

/** A range of days, and the numbers of a website there. */
interface CountedRange extends WebsiteNumbers {
  readonly range: ClippedRange;
}

/** A website with its numbers, and those of the earlier range if there is one. */
interface Counted {
  readonly website: Website;
  readonly now: CountedRange;
  readonly before: CountedRange | undefined;
}

/** `GET /api/v1/websites/summary`: the numbers of all websites. */
export const websitesSummaryRoute: FastifyPluginAsyncTypebox<Deps> = async (
  app,
  { siteOf, websites, now },
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
    const { sort_by: order = "id", ...selection } = query;
    const asked = selectWebsites(readable(websites.all.list(), callerOf(request)), selection);
    const sites = await Promise.all(asked.map(siteOf));
    const caller = queryCaller(reply, "owner");
    const counting = order === "change" ? { compare: "previous" as const, ...query } : query;
    const unsorted = await countAll(sites, counting, now(), caller);
    const online = order === "online" ? await countOnline(sites, now(), caller) : new Map();
    const counted = sorted(unsorted, { order, isRising: query.sort === "asc", online });
    const position = positionOf(query);
    const shown = counted.slice(position.offset, position.offset + position.perPage);
    const items = shown.map((each) => toRecord(each, query));
    const body = toPage(request, position, { items, total: counted.length });
    return { ...body, meta: { ...body.meta, totals: totalsOf(counted) } };
  });
};

/** Counts the visitors who are on each website now, those of one store together. */
async function countOnline(
  sites: readonly Site[],
  nowMs: number,
  caller: QueryCaller,
): Promise<ReadonlyMap<number, number>> {
  const groups = new Map<Site["statistics"], Site[]>();
  for (const site of sites) {
    const group = groups.get(site.statistics);
    if (group === undefined) groups.set(site.statistics, [site]);
    else group.push(site);
  }
  const found = [...groups].map(async ([statistics, group]) => {
    const websiteIds = group.map(({ website }) => website.id);
    return (await statistics.online({ websiteIds, nowMs }, caller)).value;
  });
  return new Map((await Promise.all(found)).flatMap((counts) => [...counts]));
}

/** Numbers in domains count by their size: `shop-2` comes before `shop-10`. */
const natural = new Intl.Collator("en", { numeric: true });

/** Returns the websites in their order. Where numbers are equal, the domain decides. */
function sorted(
  all: readonly Counted[],
  how: {
    readonly order: NonNullable<Params["sort_by"]>;
    readonly isRising: boolean;
    readonly online: ReadonlyMap<number, number>;
  },
): readonly Counted[] {
  const { order, isRising, online } = how;
  if (order === "id") return all;
  const sign = isRising ? 1 : -1;
  const byDomain = (a: Counted, b: Counted) => natural.compare(a.website.domain, b.website.domain);
  if (order === "domain") return all.toSorted((a, b) => sign * byDomain(a, b));
  const numberOf = ({ website, now, before }: Counted): number | null => {
    if (order === "visitors") return now.numbers.visitors;
    if (order === "online") return online.get(website.id) ?? 0;
    return before === undefined ? null : changesOf(now.numbers, before.numbers).visitors;
  };
  const ranked = all.map((each) => ({ each, number: numberOf(each) }));
  return ranked
    .toSorted((a, b) => {
      if (a.number === null || b.number === null || a.number === b.number) {
        const nulls = Number(a.number === null) - Number(b.number === null);
        return nulls || byDomain(a.each, b.each);
      }
      return sign * (a.number - b.number);
    })
    .map(({ each }) => each);
}

function errorsOf(request: {
  readonly query: Params;
  readonly validationError?: Error;
}): FieldErrors {
  const wrong = dayRangeErrors(request);
  return { ...compareErrors(request.query, wrong), ...wrong };
}

/** Counts websites in the range, and in the earlier one, which follows from each one's clock. */
async function countAll(
  sites: readonly Site[],
  query: Params,
  nowMs: number,
  caller: QueryCaller,
): Promise<Counted[]> {
  const days = daysOf(query);
  const byDay = query.interval === "day";
  const now = await countRanges(sites, () => ({ ...days, byDay }), caller);
  const before = await countRanges(
    query.compare === undefined ? [] : sites,
    ({ timezone }) => ({ ...days, ...clippedOf(query, { timezone, nowMs }).earlier }),
    caller,
  );
  for (const { stays } of sites) await stays();
  return sites.map(({ website }) => {
    const own = now.get(website.id);
    if (own === undefined) throw new Error("a website has numbers");
    return { website, now: own, before: before.get(website.id) };
  });
}

/** Counts each website in its range, those of one store with the same range together. */
async function countRanges(
  sites: readonly Site[],
  rangeOf: (website: Website) => Omit<WebsitesQuery, "websiteIds">,
  caller: QueryCaller,
): Promise<ReadonlyMap<number, CountedRange>> {
  const groups: (WebsitesQuery & Pick<Site, "statistics"> & { websiteIds: number[] })[] = [];
  for (const { statistics, website } of sites) {
    const range = { statistics, ...rangeOf(website) };
    const group = groups.find(({ websiteIds: _, ...other }) => isDeepStrictEqual(other, range));
    if (group === undefined) groups.push({ ...range, websiteIds: [website.id] });
    else group.websiteIds.push(website.id);
  }
  const numbers = new Map<number, CountedRange>();
  for (const { statistics, ...query } of groups) {
    const found = await websitesSummary(statistics, query, caller);
    for (const [nth, each] of found.entries()) {
      numbers.set(query.websiteIds[nth] as number, { ...each, range: query });
    }
  }
  return numbers;
}

function toRecord({ website, now, before }: Counted, { interval }: Params) {
  const record = {
    website_id: website.id,
    domain: website.domain,
    domain_unicode: writtenDomain(website.domain),
    ...roundNumbers(now.numbers),
    ...(interval === "day" && {
      days: now.days.map(toDay).toSorted((a, b) => (a.value < b.value ? -1 : 1)),
    }),
  };
  if (before === undefined) return record;
  const { from, to, untilMs } = before.range;
  return {
    ...record,
    previous: { from, to, ...roundNumbers(before.numbers) },
    change: roundChanges(changesOf(now.numbers, before.numbers)),
    ...(untilMs !== undefined && { compared_until: isoSeconds(untilMs) }),
  };
}

function toDay({ date: value, visitors, visits, pageviews }: WebsiteSums) {
  return { value, visitors, visits, pageviews };
}

function totalsOf(counted: readonly Counted[]) {
  const sumOf = (name: "visitors" | "visits" | "pageviews") =>
    counted.reduce((sum, { now }) => sum + now.numbers[name], 0);
  return { visitors: sumOf("visitors"), visits: sumOf("visits"), pageviews: sumOf("pageviews") };
}
