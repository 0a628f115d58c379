import { type Static, Type } from "typebox";
import { type FieldErrors, refuseFields } from "../../base/errors.ts";
import { oneOf } from "../../model/text.ts";
import { type PropValuesQuery, propValueOrders } from "../../stats/prop-values.ts";
import { type PropsQuery, propOrders } from "../../stats/props.ts";
import { positionOf } from "../answers/pages.ts";
import { csvParams } from "../params/csv-params.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { flag, isSet } from "../params/flag.ts";
import { perPage, searchIn, sortDirection } from "../params/page-params.ts";
import { type Population, populationParams } from "./population.ts";

const event = Type.Optional(
  Type.String({
    minLength: 1,
    description:
      "Name of the custom events whose props count, or `pageview`. Without it, all page views and custom events count.",
    examples: ["Purchase"],
    errorMessage: "must be one name of events",
  }),
);

export const PropParams = Type.Object({
  ...dayRange,
  event,
  ...populationParams,
  ...searchIn("key"),
  sort_by: Type.Optional(
    oneOf(propOrders, {
      default: "events",
      description: "Field to sort by. Equal records are sorted by key, ascending.",
      examples: ["key"],
    }),
  ),
  sort: sortDirection,
  ...csvParams,
  ...perPage,
});
export type PropParams = Static<typeof PropParams>;

export const PropValueParams = Type.Object({
  ...dayRange,
  event,
  none: flag("1 = also list `(none)`: the events without the key."),
  numbers: flag("1 = add up the values that are decimal numbers, in `meta.numbers`."),
  ...populationParams,
  ...searchIn("value"),
  sort_by: Type.Optional(
    oneOf(propValueOrders, {
      default: "count",
      description: "Field to sort by. Equal records are sorted by value, ascending.",
      examples: ["value"],
    }),
  ),
  sort: sortDirection,
  ...csvParams,
  ...perPage,
});
export type PropValueParams = Static<typeof PropValueParams>;

/** Returns the query of a request for keys. Throws `Problem` VALIDATION for wrong parameters. */
export function parseProps(
  request: { validationError?: Error; query: PropParams },
  websiteId: number,
  { filters, errors }: Population,
): PropsQuery {
  const { query } = request;
  refuseFields({ ...eventErrors(query), ...dayRangeErrors(request), ...errors });
  const { event, search = "", sort_by: sortBy = "events", sort = "desc" } = query;
  const { perPage: limit, offset } = positionOf(query);
  const range = { websiteId, ...daysOf(query), fromEvents: true, filters } as const;
  const totals = readsTotals(filters, event);
  return { ...range, ...totals, ...(event && { event }), search, sortBy, sort, limit, offset };
}

/** Returns the query of a request for the values under a key. Throws as `parseProps` does. */
export function parsePropValues(
  request: { validationError?: Error; query: PropValueParams },
  { websiteId, key }: { readonly websiteId: number; readonly key: string },
  { filters, errors }: Population,
): PropValuesQuery {
  const { query } = request;
  refuseFields({ ...eventErrors(query), ...dayRangeErrors(request), ...errors });
  const { event, search = "", sort_by: sortBy = "count", sort = "desc" } = query;
  const { perPage: limit, offset } = positionOf(query);
  const range = { websiteId, ...daysOf(query), fromEvents: true, filters } as const;
  const carriers = { key, ...(event && { event }), hasNone: isSet(query.none) };
  const hasNumbers = isSet(query.numbers);
  const totals = carriers.hasNone ? {} : readsTotals(filters, event);
  return { ...range, ...totals, carriers, hasNumbers, search, sortBy, sort, limit, offset };
}

/** Imported totals have the values of props alone, without their visitors and events. */
function readsTotals(
  filters: Population["filters"],
  event: string | undefined,
): Pick<PropsQuery, "totalsOf"> {
  return filters.length === 0 && event === undefined ? { totalsOf: "props" } : {};
}

function eventErrors({ event }: { readonly event?: string }): FieldErrors {
  return event === "engagement" ? { event: ["must not be engagement, which has no props"] } : {};
}
