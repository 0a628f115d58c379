import { type Static, Type } from "typebox";
import { type FieldErrors, refuseFields } from "../../base/errors.ts";
import { resolveTimezone } from "../../base/timezone.ts";
import { type DimensionName, dimensionNames, dimensions } from "../../counting/dimensions.ts";
import { widenDays } from "../../counting/website-days.ts";
import { oneOf } from "../../model/text.ts";
import type { BreakdownQuery } from "../../stats/breakdown.ts";
import type { Filter } from "../../stats/filters.ts";
import { type Clock, intervals } from "../../stats/intervals.ts";
import { positionOf } from "../answers/pages.ts";
import { csvParams } from "../params/csv-params.ts";
import { dayRange, dayRangeErrors } from "../params/day-range.ts";
import { perPage, searchIn, sortDirection } from "../params/page-params.ts";
import { type Population, populationParams } from "./population.ts";

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

/** The properties of a website that its breakdowns depend on. */
interface BreakdownWebsite {
  readonly id: number;
  /** IANA name. */
  readonly timezone: string;
}

/**
 * Returns the query of a request, for one page and for CSV. Throws `Problem` VALIDATION naming each
 * wrong parameter.
 */
export function parseBreakdown(
  request: { validationError?: Error; query: BreakdownParams },
  website: BreakdownWebsite,
  { filters, errors }: Population,
): BreakdownQuery {
  const { query } = request;
  const wrong = dayRangeErrors(request);
  refuseFields({ ...wrong, ...errors, ...breakdownErrors(query, website.timezone, wrong) });
  return readBreakdown(query, website, filters);
}

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

/** Returns the query that correct parameters stand for, for one page and for CSV. */
export function readBreakdown(
  params: BreakdownParams,
  website: BreakdownWebsite,
  filters: readonly Filter[],
): BreakdownQuery {
  const { name, from, to, interval = "day", timezone: asked } = params;
  const { search = "", sort_by: sortBy = "count", sort = "desc" } = params;
  const { perPage: limit, offset } = positionOf(params);
  const clock = clockOf({ from, to, interval, asked, timezone: website.timezone });
  const days = clock?.days === undefined ? { from, to } : widenDays(clock.days);
  return {
    websiteId: website.id,
    dimension: name,
    ...days,
    ...(params.imports === "exclude" && { excludesImports: true }),
    filters,
    interval,
    ...(clock !== undefined && { clock }),
    fromEvents: filters.length > 0 || clock !== undefined,
    ...{ search, sortBy, sort },
    limit,
    offset,
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
