import { Type } from "typebox";
import { engagementPage } from "../../model/engagement.ts";
import { oneOf } from "../../model/text.ts";
import { countsFrom } from "../../stats/counts-from.ts";
import { engagementCsvReport, engagementOrders, engagementReport } from "../../stats/engagement.ts";
import { EngagementCsv } from "../answers/csv-negotiation.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { dayRange } from "../params/day-range.ts";
import { listParams } from "../params/list-params.ts";
import { defineReport } from "./define-report.ts";
import { reportParams } from "./population.ts";
import { readList } from "./read-list.ts";
import { sendRows } from "./report-answers.ts";

export const EngagementParams = Type.Object({
  ...dayRange,
  interval: Type.Optional(
    oneOf(["day", "week", "month"], {
      description:
        "Answers with the engagement of each of these periods instead of each page. Weeks are named by their Monday.",
      examples: ["week"],
    }),
  ),
  ...reportParams,
  ...listParams("value", engagementOrders),
});

/** The engagement with the pages of a website. */
export const engagementRoute = defineReport({
  description:
    "How long and how far each page was read over a range of days: one page as JSON, or all of them as CSV.",
  params: EngagementParams,
  response: engagementPage(Tagged),
  csv: EngagementCsv,
  read: ({ params, range }) => ({
    ...range,
    ...readList(params, "visitors"),
    ...countsFrom(range.filters),
    ...(params.interval !== undefined && { interval: params.interval }),
  }),
  send: (answering, query) =>
    sendRows(answering, query, {
      page: engagementReport,
      csv: engagementCsvReport,
      name: "engagement",
      toSlice: ({ rows, total }) => ({ items: [...rows], total }),
    }),
});
