import { Type } from "typebox";

import { Decimal, meanOf } from "../../base/decimal.ts";
import type { FieldErrors } from "../../base/errors.ts";
import type { Filter } from "../../counting/filters.ts";
import { propPage, propValuePage } from "../../model/prop.ts";
import { oneOf } from "../../model/text.ts";
import {
  type PropNumbers,
  type PropValuesQuery,
  propValueOrders,
  propValuesCsvReport,
  propValuesReport,
} from "../../stats/prop-values.ts";
import { type PropsQuery, propOrders, propsCsvReport, propsReport } from "../../stats/props.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { toMoney } from "../answers/exact-numbers.ts";
import { csvParams } from "../params/csv-params.ts";
import { dayRange } from "../params/day-range.ts";
import { flag, isSet } from "../params/flag.ts";
import { perPage, searchIn, sortDirection } from "../params/page-params.ts";
import { defineReport } from "./define-report.ts";
import { reportParams } from "./population.ts";
import { readList } from "./read-list.ts";
import { sendRows } from "./report-answers.ts";

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
  ...reportParams,
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

export const PropValueParams = Type.Object({
  ...dayRange,
  event,
  none: flag("1 = also list `(none)`: the events without the key."),
  numbers: flag("1 = add up the values that are decimal numbers, in `meta.numbers`."),
  ...reportParams,
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

/** The keys that the props of a website's events have. */
export const propRoute = defineReport({
  description: "The keys of the props of events: one page as JSON, or all of them as CSV.",
  params: PropParams,
  response: propPage(Tagged),
  csv: Type.String({
    description: "All keys as CSV (RFC 4180, UTF-8); `page` and `per_page` are ignored.",
    examples: ['key,events,visitors,values\r\n"plan",120,90,3\r\n'],
  }),
  errors: ({ params }) => eventErrors(params),
  read: ({ params: { event, ...params }, range }): PropsQuery => ({
    ...range,
    ...readList(params, "events"),
    ...readsTotals(range.filters, event),
    countsFrom: "events",
    ...(event && { event }),
  }),
  send: (answering, query) =>
    sendRows(answering, query, {
      page: propsReport,
      csv: propsCsvReport,
      name: "props",
      toSlice: ({ rows, total }) => ({ items: [...rows], total }),
    }),
});

/** The values under a key of the props of a website's events. */
export const propValueRoute = defineReport({
  description:
    "The values under a key of the props of events: one page as JSON, or all of them as CSV. A key that no event has is an empty list.",
  params: PropValueParams,
  response: propValuePage(Tagged),
  csv: Type.String({
    description:
      "All values as CSV (RFC 4180, UTF-8), with revenue as JSON text; `page`, `per_page` and `numbers` are ignored.",
    examples: ['value,count,visitors,revenue\r\n"pro",80,70,"[]"\r\n'],
  }),
  errors: ({ params }) => eventErrors(params),
  read({ request, params: { event, ...params }, range }): PropValuesQuery {
    const { key } = request.params as { readonly key: string };
    const hasNone = isSet(params.none);
    return {
      ...range,
      ...readList(params, "count"),
      ...(hasNone ? {} : readsTotals(range.filters, event)),
      countsFrom: "events",
      carriers: { key, ...(event && { event }), hasNone },
      hasNumbers: isSet(params.numbers),
    };
  },
  send: (answering, query) =>
    sendRows(answering, query, {
      page: propValuesReport,
      csv: propValuesCsvReport,
      name: "prop-values",
      toSlice: ({ rows, total, total_count: count, numbers }) => ({
        items: rows.map((row) => ({ ...row, revenue: toMoney(row.revenue) })),
        total,
        meta: { count, ...(numbers && { numbers: toNumbers(numbers) }) },
      }),
    }),
});

/** Imported totals have the values of props alone, without their visitors and events. */
function readsTotals(
  filters: readonly Filter[],
  event: string | undefined,
): Pick<PropsQuery, "totalsOf"> {
  return filters.length === 0 && event === undefined ? { totalsOf: "props" } : {};
}

function eventErrors({ event }: { readonly event?: string }): FieldErrors {
  return event === "engagement" ? { event: ["must not be engagement, which has no props"] } : {};
}

const meanDigits = 9;

function toNumbers({ count, sum, min, max }: PropNumbers) {
  if (count === 0) return { count, sum: null, min: null, max: null, mean: null };
  return {
    count,
    sum: new Decimal(sum),
    min: new Decimal(min),
    max: new Decimal(max),
    mean: meanOf(sum, count, meanDigits),
  };
}
