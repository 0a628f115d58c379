import type { FastifyReply } from "fastify";
import { type Static, Type } from "typebox";
import type { DayRange } from "../../base/calendar.ts";
import type { FieldErrors } from "../../base/errors.ts";
import { intervals, isOfClock } from "../../model/choices.ts";
import { revenuePage } from "../../model/revenue.ts";
import { oneOf } from "../../model/text.ts";
import { countsFrom } from "../../stats/counts-from.ts";
import {
  type RevenueQuery,
  type RevenueRow,
  revenueCsvReport,
  revenueFields,
  revenueReport,
  wholeRevenueReport,
} from "../../stats/revenue.ts";
import { type ComparedRevenue, compareRevenue } from "../../stats/revenue-comparison.ts";
import { RevenueCsv } from "../answers/csv-negotiation.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { decimalOrNull } from "../answers/exact-numbers.ts";
import { tableBody } from "../answers/table-answer.ts";
import { dayRange } from "../params/day-range.ts";
import { listParams } from "../params/list-params.ts";
import { compareErrors, compareParams, hasParameter, uncomparedErrors } from "./compare-params.ts";
import { type Answering, defineReport } from "./define-report.ts";
import { reportParams } from "./population.ts";
import { readPosition } from "./read-list.ts";
import { csvFileOf, sendRows, sendTagged } from "./report-answers.ts";

export const RevenueParams = Type.Object({
  ...dayRange,
  interval: Type.Optional(
    oneOf(intervals, {
      description:
        "Answers with the revenue of each of these periods. Weeks are named by their Monday. Not allowed with `compare`.",
      examples: ["week"],
    }),
  ),
  event: Type.Optional(
    Type.String({
      minLength: 1,
      description: "Name of the events that count; all page views and custom events by default.",
      examples: ["Purchase"],
      errorMessage: "must be one name of an event",
    }),
  ),
  ...compareParams,
  ...reportParams,
  ...listParams("currency", ["currency"]),
});
type RevenueParams = Static<typeof RevenueParams>;

/** The revenue of a website. */
export const revenueRoute = defineReport({
  description:
    "Orders and refunds over a range of days, by currency: one page as JSON, or all of them as CSV.",
  params: RevenueParams,
  response: revenuePage(Tagged),
  csv: RevenueCsv,
  errors: ({ request, params }, wrong) => ({
    ...compareErrors(params, wrong),
    ...intervalErrors(params),
    ...(hasParameter(request.url, "name") && uncomparedErrors(request)),
  }),
  read({ params, range, site: { website } }): RevenueQuery {
    const { interval, event, search = "" } = params;
    const isClocked = interval !== undefined && isOfClock(interval);
    return {
      ...range,
      ...readPosition(params),
      search,
      ...(event === undefined && !isClocked ? countsFrom(range.filters) : { countsFrom: "events" }),
      ...(interval !== undefined && { interval }),
      ...(isClocked && { clock: { timezone: website.timezone } }),
      ...(event !== undefined && { event }),
    };
  },
  send(answering, query) {
    const { earlier } = query;
    if (earlier !== undefined) return sendCompared(answering, query, earlier);
    return sendRows(answering, query, {
      page: revenueReport,
      csv: revenueCsvReport,
      name: "revenue",
      toSlice: ({ rows, total }) => ({ items: rows.map(toRevenue), total }),
    });
  },
});

function intervalErrors({ compare, interval }: RevenueParams): FieldErrors {
  if (compare === undefined || interval === undefined) return {};
  return { compare: ["is not allowed with interval"] };
}

/** Answers with the revenue of two ranges. There are few currencies, so all of them are read. */
async function sendCompared(
  answering: Answering,
  query: RevenueQuery,
  earlier: DayRange,
): Promise<FastifyReply> {
  const { reply, site, caller } = answering;
  // All pages and searches are cut out of one cached answer.
  const whole = { ...query, limit: 0, offset: 0, search: "" };
  const answer = await site.statistics.comparedReport(wholeRevenueReport, whole, caller);
  return sendTagged(answering, answer, ([now, before]) => {
    if (now === undefined || before === undefined) throw new Error("a comparison has two ranges");
    const search = query.search.toLowerCase();
    return tableBody(reply, {
      items: compareRevenue(now, before).filter(({ currency }) =>
        currency.toLowerCase().includes(search),
      ),
      toRecord: (row) => toCompared(row, earlier),
      columns: [...revenueFields, "previous", "change"],
      csvFile: csvFileOf(answering, "revenue"),
    });
  });
}

/** Returns the record of a row. Its amounts are decimal numbers. */
function toRevenue(row: RevenueRow) {
  return { ...row, ...amountsOf(row) };
}

function amountsOf(row: Omit<RevenueRow, "currency">) {
  return {
    amount: decimalOrNull(row.amount),
    average_order: decimalOrNull(row.average_order),
    per_visitor: decimalOrNull(row.per_visitor),
  };
}

function toCompared({ previous, change, ...row }: ComparedRevenue, { from, to }: DayRange) {
  const before = { from, to, ...previous, ...amountsOf(previous) };
  return { ...toRevenue(row), previous: before, change };
}
