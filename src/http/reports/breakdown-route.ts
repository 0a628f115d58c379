import type { FastifyReply } from "fastify";
import { type Static, Type } from "typebox";
import type { FieldErrors } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { resolveTimezone } from "../../base/timezone.ts";
import { type DimensionName, dimensionNames, dimensions } from "../../counting/dimensions.ts";
import { widenDays } from "../../counting/website-days.ts";
import { intervals, isOfClock } from "../../model/choices.ts";
import { statPage } from "../../model/stat.ts";
import { oneOf } from "../../model/text.ts";
import {
  type BreakdownQuery,
  breakdownCsvReport,
  breakdownReport,
  moreNumbers,
  moreNumbersOf,
  plainNumbers,
} from "../../stats/breakdown.ts";
import {
  comparedBreakdown,
  comparedStats,
  toExactStat,
  toStat,
} from "../../stats/breakdown-comparison.ts";
import { countsFrom } from "../../stats/counts-from.ts";
import type { Clock } from "../../stats/intervals.ts";
import { prefersCsv, StatCsv } from "../answers/csv-negotiation.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { positionOf, toPage } from "../answers/pages.ts";
import { withCode } from "../answers/value-code.ts";
import { csvParams } from "../params/csv-params.ts";
import { dayRange } from "../params/day-range.ts";
import { isSet, unrounded } from "../params/flag.ts";
import { perPage, searchIn, sortDirection } from "../params/page-params.ts";
import { compareErrors, compareParams } from "./compare-params.ts";
import { type Answering, type Asked, defineReport } from "./define-report.ts";
import { reportParams } from "./population.ts";
import { readList } from "./read-list.ts";
import { sendRows, sendTagged } from "./report-answers.ts";
import { shortRanges } from "./short-intervals.ts";
import type { Site } from "./site.ts";

export const BreakdownParams = Type.Object({
  name: oneOf(dimensionNames, {
    description: "Name of the dimension.",
    examples: ["browser"],
  }),
  ...dayRange,
  timezone: Type.Optional(
    Type.String({
      description:
        "IANA name of the time zone of the days; the website's own by default. Others are allowed for `pageview` without filters only.",
      examples: ["Europe/Berlin"],
      errorMessage: "must be one IANA time zone name",
    }),
  ),
  interval: Type.Optional(
    oneOf(intervals, {
      description: `Length of the periods of \`pageview\`, \`visit\` and \`visitor\`; not allowed with other names. The default is \`day\`. Weeks are named by their Monday. ${shortRanges}`,
      examples: ["week"],
    }),
  ),
  ...reportParams,
  ...searchIn("value"),
  sort_by: Type.Optional(
    oneOf(["value", ...plainNumbers, ...moreNumbers], {
      default: "count",
      description:
        "Field to sort by, one that the records of the name have. Equal records are sorted by value, ascending; null comes last.",
      examples: ["value"],
    }),
  ),
  sort: sortDirection,
  ...compareParams,
  ...csvParams,
  ...perPage,
  unrounded,
});
export type BreakdownParams = Static<typeof BreakdownParams>;

/** The breakdown of a website: the values of one dimension over a range of days. */
export const breakdownRoute = defineReport({
  description:
    "The values of one dimension over a range of days: one page as JSON, or all of them as CSV.",
  params: BreakdownParams,
  response: statPage(Tagged),
  csv: StatCsv,
  errors: ({ params, site }, wrong) => ({
    ...compareErrors(params, wrong),
    ...breakdownErrors(params, site, wrong),
  }),
  read: readBreakdown,
  send(answering, query) {
    const { earlier, dimension } = query;
    if (earlier !== undefined && !prefersCsv(answering.reply.request)) {
      return sendCompared(answering, query, earlier);
    }
    const { unrounded: isExact } = answering.reply.request.query as BreakdownParams;
    const toRecord = isSet(isExact) ? toExactStat : toStat;
    return sendRows(answering, query, {
      page: breakdownReport,
      csv: breakdownCsvReport,
      name: dimension,
      toSlice: ({ rows, total, total_count: count }) => ({
        items: rows.map((row) => withCode(toRecord(query, row), dimension)),
        total,
        meta: { count },
      }),
    });
  },
});

/** Answers with a page of values of two ranges. CSV has the later one alone. */
async function sendCompared(
  answering: Answering,
  query: BreakdownQuery,
  earlier: NonNullable<BreakdownQuery["earlier"]>,
): Promise<FastifyReply> {
  const { reply, site, caller } = answering;
  const answer = await comparedBreakdown(site.statistics, query, caller);
  return sendTagged(answering, answer, ([now, before]) => {
    const items = comparedStats(query, now, before).map((row) => withCode(row, query.dimension));
    const previous = earlier.compared.before;
    const { request } = reply;
    const position = positionOf(request.query as { page?: number; per_page?: number });
    const body = toPage(request, position, { items, total: now.total });
    return { ...body, meta: { ...body.meta, count: now.total_count, previous } };
  });
}

/** Query parameters that the schema may have found wrong. */
type Unchecked = Readonly<Partial<Record<keyof BreakdownParams, unknown>>>;

/**
 * Returns the errors in interval and time zone of a query about a website. Parameters that the
 * schema found wrong are left out.
 */
function breakdownErrors(
  query: Unchecked,
  { website: { timezone }, forced }: Pick<Site, "website" | "forced">,
  wrong: FieldErrors,
): Readonly<Record<string, string[]>> {
  const { name, interval, filter, segment, timezone: asked } = query;
  const dimension = wrong["name"] === undefined ? (name as DimensionName) : undefined;
  const isFiltered = filter !== undefined || segment !== undefined || forced !== undefined;
  const fields: Record<string, string[]> = {};
  const isClocked =
    (typeof interval === "string" && isOfClock(interval)) ||
    (typeof asked === "string" && isOtherTimezone(asked, timezone));
  if (isSet(query.unrounded as string | undefined) && query.compare !== undefined) {
    fields["unrounded"] = ["is not possible with compare"];
  }
  if (
    dimension &&
    wrong["sort_by"] === undefined &&
    !hasNumber(dimension, query.sort_by, isClocked)
  ) {
    fields["sort_by"] = [`must be a field that the records of ${dimension} have`];
  }
  if (interval !== undefined && wrong["interval"] === undefined && dimension && !isDay(dimension)) {
    fields["interval"] = ["is allowed for pageview, visit and visitor only"];
  }
  if (typeof asked === "string" && isOtherTimezone(asked, timezone)) {
    if (resolveTimezone(asked) === undefined) {
      fields["timezone"] = [fieldError("timezone")];
    } else if (dimension && (dimension !== "pageview" || isFiltered)) {
      fields["timezone"] = [
        `must be the website's own, ${timezone}; only pageview without filters can use another`,
      ];
    }
  }
  return fields;
}

/** Returns whether the records of a query have the number that they are to be sorted by. */
function hasNumber(dimension: DimensionName, sortBy: unknown, isClocked: boolean): boolean {
  const names: readonly unknown[] = [
    "value",
    ...plainNumbers,
    ...moreNumbersOf({ dimension, isClocked }),
  ];
  return sortBy === undefined || names.includes(sortBy);
}

/** The part of a website that its breakdowns depend on. */
interface BreakdownSite {
  readonly website: { readonly timezone: string };
}

/** Returns the query that correct parameters stand for. */
export function readBreakdown({
  params,
  range,
  site: { website },
}: Pick<Asked<BreakdownParams>, "params" | "range"> & {
  readonly site: BreakdownSite;
}): BreakdownQuery {
  const { name, from, to, interval = "day", timezone: asked } = params;
  const clock = clockOf({ from, to, interval, asked, timezone: website.timezone });
  const { earlier: _, ...days } = range;
  return {
    ...days,
    ...(clock?.days !== undefined && widenDays(clock.days)),
    ...readList(params, "count"),
    ...earlierOf(range, clock),
    dimension: name,
    interval,
    ...(clock !== undefined && { clock }),
    ...(clock?.days === undefined && interval !== "minute"
      ? countsFrom(range.filters, { byHour: clock !== undefined })
      : { countsFrom: "events" }),
  };
}

/** Returns the earlier range, on the clock of the query. */
function earlierOf(
  { from, to, earlier }: Asked<BreakdownParams>["range"],
  clock: Clock | undefined,
): Pick<BreakdownQuery, "earlier"> {
  if (earlier === undefined) return {};
  const before = { from: earlier.from, to: earlier.to };
  const compared = { now: { from, to }, before };
  if (clock?.days === undefined) return { earlier: { ...earlier, compared } };
  return { earlier: { ...widenDays(before), clock: { ...clock, days: before }, compared } };
}

function clockOf(params: {
  readonly from: string;
  readonly to: string;
  readonly interval: string;
  readonly asked: string | undefined;
  readonly timezone: string;
}): Clock | undefined {
  const { from, to, interval, asked = params.timezone, timezone } = params;
  const isForeign = isOtherTimezone(asked, timezone);
  if (!isForeign && !isOfClock(interval)) return undefined;
  const clock = { timezone: resolveTimezone(asked) ?? asked };
  return isForeign ? { ...clock, days: { from, to } } : clock;
}

function isDay(name: DimensionName): boolean {
  return dimensions[name].countedUnit === "day";
}

function isOtherTimezone(asked: string, timezone: string): boolean {
  return (
    asked.toLowerCase() !== timezone.toLowerCase() &&
    resolveTimezone(asked) !== resolveTimezone(timezone)
  );
}
