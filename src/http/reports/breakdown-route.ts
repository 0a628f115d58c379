import { type Static, Type } from "typebox";
import type { FieldErrors } from "../../base/errors.ts";
import { resolveTimezone } from "../../base/timezone.ts";
import { type DimensionName, dimensionNames, dimensions } from "../../counting/dimensions.ts";
import { widenDays } from "../../counting/website-days.ts";
import { statPage } from "../../model/stat.ts";
import { oneOf } from "../../model/text.ts";
import { type BreakdownQuery, breakdownCsvReport, breakdownReport } from "../../stats/breakdown.ts";
import { type Clock, intervals } from "../../stats/intervals.ts";
import { StatCsv } from "../answers/csv-negotiation.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { withCode } from "../answers/value-code.ts";
import { csvParams } from "../params/csv-params.ts";
import { dayRange } from "../params/day-range.ts";
import { perPage, searchIn, sortDirection } from "../params/page-params.ts";
import { type Asked, defineReport } from "./define-report.ts";
import { populationParams } from "./population.ts";
import { readList } from "./read-list.ts";
import { sendRows } from "./report-answers.ts";

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
      description:
        "Length of the periods of `pageview`, `visit` and `visitor`; not allowed with other names. The default is `day`. Weeks are named by their Monday.",
      examples: ["week"],
    }),
  ),
  ...populationParams,
  ...searchIn("value"),
  sort_by: Type.Optional(
    oneOf(["count", "value"], {
      default: "count",
      description: "Field to sort by. Records of equal count are sorted by value, ascending.",
      examples: ["value"],
    }),
  ),
  sort: sortDirection,
  ...csvParams,
  ...perPage,
});
export type BreakdownParams = Static<typeof BreakdownParams>;

/** The breakdown of a website: the values of one dimension over a range of days. */
export const breakdownRoute = defineReport({
  description:
    "The values of one dimension over a range of days: one page as JSON, or all of them as CSV.",
  params: BreakdownParams,
  response: statPage(Tagged),
  csv: StatCsv,
  errors: ({ params, site }, wrong) => breakdownErrors(params, site.website.timezone, wrong),
  read: readBreakdown,
  send: (answering, query) =>
    sendRows(answering, query, {
      page: breakdownReport,
      csv: breakdownCsvReport,
      name: query.dimension,
      toSlice: ({ rows, total, total_count: count }) => ({
        items: rows.map((row) => withCode(row, query.dimension)),
        total,
        meta: { count },
      }),
    }),
});

/** Query parameters that the schema may have found wrong. */
type Unchecked = Readonly<Partial<Record<keyof BreakdownParams, unknown>>>;

/**
 * Returns the errors in interval and time zone of a query about a website in `timezone`.
 * Parameters that the schema found wrong are left out.
 */
function breakdownErrors(
  query: Unchecked,
  timezone: string,
  wrong: FieldErrors,
): Readonly<Record<string, string[]>> {
  const { name, interval, filter, segment, timezone: asked } = query;
  const dimension = wrong["name"] === undefined ? (name as DimensionName) : undefined;
  const isFiltered = filter !== undefined || segment !== undefined;
  const fields: Record<string, string[]> = {};
  if (interval !== undefined && wrong["interval"] === undefined && dimension && !isDay(dimension)) {
    fields["interval"] = ["is allowed for pageview, visit and visitor only"];
  }
  if (typeof asked === "string" && isOtherTimezone(asked, timezone)) {
    if (resolveTimezone(asked) === undefined) {
      fields["timezone"] = ["must be an IANA time zone name, such as Europe/Berlin"];
    } else if (dimension && (dimension !== "pageview" || isFiltered)) {
      fields["timezone"] = [
        `must be the website's own, ${timezone}; only pageview without filters can use another`,
      ];
    }
  }
  return fields;
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
  return {
    ...range,
    ...(clock?.days !== undefined && widenDays(clock.days)),
    ...readList(params, "count"),
    dimension: name,
    interval,
    ...(clock !== undefined && { clock }),
    fromEvents: range.filters.length > 0 || clock !== undefined,
  };
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
  // Resolving a name takes the runtime a third of a millisecond.
  if (!isForeign && interval !== "hour") return undefined;
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
