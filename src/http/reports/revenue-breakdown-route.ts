import { type Static, Type } from "typebox";

import { Decimal } from "../../base/decimal.ts";
import type { FieldErrors } from "../../base/errors.ts";
import { revenueStatPage } from "../../model/revenue.ts";
import { oneOf } from "../../model/text.ts";
import {
  type RevenueBreakdownQuery,
  revenueBreakdownCsvReport,
  revenueBreakdownReport,
  revenueNames,
  revenueOrders,
  touchedNames,
  touches,
} from "../../stats/revenue-breakdown.ts";
import { RevenueStatCsv } from "../answers/csv-negotiation.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { withCode } from "../answers/value-code.ts";
import { dayRange } from "../params/day-range.ts";
import { listParams } from "../params/list-params.ts";
import { uncomparedErrors } from "./compare-params.ts";
import { defineReport } from "./define-report.ts";
import { reportParams } from "./population.ts";
import { readList } from "./read-list.ts";
import { sendRows } from "./report-answers.ts";

export const RevenueBreakdownParams = Type.Object({
  name: oneOf(revenueNames, {
    description:
      "Name of the dimension. `page`, `event`, `entry_page` and `exit_page` are allowed with `touch=any` only.",
    examples: ["source"],
  }),
  ...dayRange,
  currency: Type.Optional(
    Type.String({
      description: "The currency that is counted; all by default.",
      examples: ["EUR"],
      errorMessage: "must be one currency",
    }),
  ),
  touch: Type.Optional(
    oneOf(touches, {
      default: "any",
      description:
        "The values that an order counts under: `any` is every value of the visitor's day, `first` and `last` are the first and the last one up to the order.",
      examples: ["last"],
    }),
  ),
  ...reportParams,
  ...listParams("value", revenueOrders),
});
type RevenueBreakdownParams = Static<typeof RevenueBreakdownParams>;

/** The revenue of a website by the values of one dimension. */
export const revenueBreakdownRoute = defineReport({
  description:
    "The revenue by the values of one dimension over a range of days: one page as JSON, or all of them as CSV.",
  params: RevenueBreakdownParams,
  response: revenueStatPage(Tagged),
  csv: RevenueStatCsv,
  errors: ({ request, params }) => ({ ...nameErrors(params), ...uncomparedErrors(request) }),
  read: ({ params, range }): RevenueBreakdownQuery => ({
    ...range,
    ...readList(params, "amount"),
    countsFrom: "events",
    dimension: params.name,
    touch: params.touch ?? "any",
    ...(params.currency !== undefined && { currency: params.currency }),
  }),
  send: (answering, query) =>
    sendRows(answering, query, {
      page: revenueBreakdownReport,
      csv: revenueBreakdownCsvReport,
      name: `revenue-${query.dimension}`,
      toSlice: ({ rows, total }) => ({
        items: rows.map((row) =>
          withCode({ ...row, amount: new Decimal(row.amount) }, query.dimension),
        ),
        total,
      }),
    }),
});

function nameErrors({ name, touch }: RevenueBreakdownParams): FieldErrors {
  const isOne = touch === "first" || touch === "last";
  if (!isOne || touchedNames.includes(name)) return {};
  return { name: [`must be one of ${touchedNames.join(", ")} with touch=${touch}`] };
}
