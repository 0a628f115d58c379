import { type Static, type TObject, Type } from "typebox";
import { readsBy } from "../../model/choices.ts";
import { comparedUntilField } from "../../model/fields.ts";
import {
  missingPage,
  ReadsExchange,
  ReadsSummary,
  readsPage,
  unreadPage,
} from "../../model/reads.ts";
import { oneOf } from "../../model/text.ts";
import { changesOf, roundChanges } from "../../stats/numbers.ts";
import {
  missingCsvReport,
  missingOrders,
  missingReport,
  readsCsvReport,
  readsOrders,
  readsReport,
  readsSummaryReport,
} from "../../stats/reads.ts";
import { readsExchange } from "../../stats/reads-exchange.ts";
import { unreadCsvReport, unreadOrders, unreadReport } from "../../stats/unread.ts";
import { csvOf } from "../answers/csv-negotiation.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { dayRange } from "../params/day-range.ts";
import { listParams } from "../params/list-params.ts";
import { compareErrors, compareParams } from "./compare-params.ts";
import { type Asked, defineReport } from "./define-report.ts";
import type { FilterValues } from "./filter-params.ts";
import { readFilterErrors, readFilterParam, readReadFilters } from "./read-filters.ts";
import { readList } from "./read-list.ts";
import { sendRows, sendTagged } from "./report-answers.ts";

const { from, to } = dayRange;
const days = { from, to };
const common = { isAboutReads: true } as const;
const filtersOf = (params: { readonly filter?: unknown }) => (params.filter ?? {}) as FilterValues;

/** The parts that the queries of all reports about reads have. */
function readsOf({ params, range }: Asked<Static<TObject>>) {
  return { ...range, readFilters: readReadFilters(filtersOf(params)) };
}

/** The reads of a website by one of their properties. */
export const readsRoute = defineReport({
  ...common,
  description:
    "What programs have read over a range of days, by one property: one page as JSON, or all as CSV.",
  params: Type.Object({
    by: oneOf(readsBy, {
      description: "The property. Days and hours are those of the website's time zone.",
      examples: ["reader"],
    }),
    ...days,
    ...readFilterParam,
    ...listParams("value", readsOrders),
  }),
  response: readsPage(Tagged),
  csv: csvOf(
    "All values",
    'value,operator,purpose,reads,pages,verified_reads,last_at\r\n"GPTBot","OpenAI","training",1204,86,1180,"2026-11-20T12:00:00Z"\r\n',
  ),
  errors: ({ params }) => readFilterErrors(filtersOf(params)),
  read: ({ params, range, site, request }) => ({
    ...readsOf({ params, range, site, request }),
    ...readList(params, "reads"),
    by: params.by,
    timezone: site.website.timezone,
  }),
  send: (answering, query) =>
    sendRows(answering, query, {
      page: readsReport,
      csv: readsCsvReport,
      name: `reads-${query.by}`,
      toSlice: ({ rows, total, count }) => ({ items: [...rows], total, meta: { count } }),
    }),
});

/** The reads of a website in six numbers. */
export const readsSummaryRoute = defineReport({
  ...common,
  description: "What programs have read over a range of days in six numbers.",
  params: Type.Object({ ...days, ...compareParams, ...readFilterParam }),
  response: Type.Object(
    { data: ReadsSummary, meta: Type.Optional(Type.Object(comparedUntilField)) },
    { description: "The summary.", headers: Tagged },
  ),
  errors: ({ params }, wrong) => ({
    ...compareErrors(params, wrong),
    ...readFilterErrors(filtersOf(params)),
  }),
  // Reads are known by the hour and the earlier day counts whole.
  read: (asked) => withoutHours(readsOf(asked)),
  async send(answering, query) {
    const { site, caller } = answering;
    const answer = await site.statistics.comparedReport(readsSummaryReport, query, caller);
    return sendTagged({ ...answering, comparedUntil: undefined }, answer, ([now, before]) => {
      if (now === undefined) throw new Error("a summary has a period");
      const data = { from: query.from, to: query.to, ...now };
      if (before === undefined || query.earlier === undefined) return { data };
      const previous = { from: query.earlier.from, to: query.earlier.to, ...before };
      return { data: { ...data, previous, change: roundChanges(changesOf(now, before)) } };
    });
  },
});

function withoutHours<Query extends { readonly earlier?: { from: string; to: string } }>(
  query: Query,
): Query {
  const { earlier } = query;
  return earlier === undefined
    ? query
    : { ...query, earlier: { from: earlier.from, to: earlier.to } };
}

/** The reads of operators of assistants, and the visits that their assistants sent. */
export const readsExchangeRoute = defineReport({
  ...common,
  description:
    "For each operator that has an assistant: what it read, by purpose, and the visits that came from its assistants.",
  params: Type.Object({ ...days, ...readFilterParam }),
  response: Type.Object(
    { data: Type.Array(ReadsExchange) },
    { description: "The operators, the one with most reads first.", headers: Tagged },
  ),
  errors: ({ params }) => readFilterErrors(filtersOf(params)),
  read: (asked) => readsOf(asked),
  async send(answering, query) {
    const { site, caller } = answering;
    const answer = await readsExchange(site.statistics, query, caller);
    return sendTagged(answering, answer, (data) => ({ data: [...data] }));
  },
});

/** The pages that people viewed and no reader fetched. */
export const unreadRoute = defineReport({
  ...common,
  description:
    "Pages with page views in the range that no reader fetched, of the purposes that `filter[purpose]` selects: one page as JSON, or all as CSV.",
  params: Type.Object({
    ...days,
    ...readFilterParam,
    ...listParams("value", unreadOrders),
  }),
  response: unreadPage(Tagged),
  csv: csvOf("All pages", 'value,pageviews\r\n"/pricing",52\r\n'),
  errors: ({ params }) => readFilterErrors(filtersOf(params)),
  read: ({ params, range, site, request }) => ({
    ...readsOf({ params, range, site, request }),
    ...readList(params, "pageviews"),
  }),
  async send(answering, query) {
    const { site, caller, tagParts } = answering;
    const readsVersion = await site.statistics.readsVersion(query, caller);
    const tagged = { ...answering, tagParts: [...tagParts, readsVersion] };
    return sendRows(
      tagged,
      { ...query, readsVersion },
      {
        page: unreadReport,
        csv: unreadCsvReport,
        name: "unread",
        toSlice: ({ rows, total }) => ({ items: [...rows], total }),
      },
    );
  },
});

/** The paths that readers asked for in vain. */
export const missingRoute = defineReport({
  ...common,
  description: "Paths that readers got 404 for, with who asked: one page as JSON, or all as CSV.",
  params: Type.Object({ ...days, ...readFilterParam, ...listParams("value", missingOrders) }),
  response: missingPage(Tagged),
  csv: csvOf("All paths", 'value,reads,readers\r\n"/old-page",12,"[""GPTBot"",""bingbot""]"\r\n'),
  errors: ({ params }) => readFilterErrors(filtersOf(params)),
  read: ({ params, range, site, request }) => ({
    ...readsOf({ params, range, site, request }),
    ...readList(params, "reads"),
  }),
  send: (answering, query) =>
    sendRows(answering, query, {
      page: missingReport,
      csv: missingCsvReport,
      name: "missing",
      toSlice: ({ rows, total }) => ({ items: [...rows], total }),
    }),
});
