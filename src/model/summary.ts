import { type Static, Type } from "typebox";

const day = (description: string, example: string) =>
  Type.String({ format: "date", description, examples: [example] });
const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });
const numberOrNull = (description: string, example: number) =>
  Type.Union([Type.Number(), Type.Null()], { description, examples: [example] });

/**
 * The numbers of a period. Averages are rounded to four decimal places, those of engagement to one.
 */
const numbers = {
  visitors: count("Visitors, the sum over the days.", 1840),
  visits: count("Visits. 30 minutes without a page view or custom event end a visit.", 2300),
  pageviews: count("Page views.", 5750),
  views_per_visit: numberOrNull("Page views per visit; null without visits.", 2.5),
  bounce_rate: numberOrNull(
    "Share of visits, 0 to 1, with one page view and no other event; null without visits.",
    0.4122,
  ),
  visit_duration: numberOrNull(
    "Average seconds from the first to the last event of a visit; null without visits.",
    143.208,
  ),
  engaged_visitors: count("Visitors with an engagement event.", 1510),
  engagement_seconds: numberOrNull(
    "Average seconds in the foreground of a day's engaged visitor; null without engaged visitors.",
    48.3,
  ),
  scroll_depth: numberOrNull(
    "Average of the engaged visitors' greatest scroll depths, percent; null without engaged visitors.",
    71.5,
  ),
};
const SummaryNumbers = Type.Object(numbers);
export type SummaryNumbers = Static<typeof SummaryNumbers>;

const period = {
  from: day("First day.", "2026-11-01"),
  to: day("Last day, inclusive.", "2026-11-30"),
  ...numbers,
};

const SummaryPeriod = Type.Object(period, {
  description: "The earlier period that `compare` and `match` choose.",
});

const change = (of: string, example: number) =>
  numberOrNull(
    `Change of ${of}: 0.25 is 25 % more; null if a number is null or was 0 before.`,
    example,
  );

const SummaryChange = Type.Object(
  {
    visitors: change("`visitors`", 0.25),
    visits: change("`visits`", 0.15),
    pageviews: change("`pageviews`", 0.38),
    views_per_visit: change("`views_per_visit`", 0.2),
    bounce_rate: change("`bounce_rate`", -0.0521),
    visit_duration: change("`visit_duration`", 0.1044),
    engaged_visitors: change("`engaged_visitors`", 0.21),
    engagement_seconds: change("`engagement_seconds`", 0.0312),
    scroll_depth: change("`scroll_depth`", -0.012),
  },
  { description: "Change since the earlier period: (now - before) / before, before rounding." },
);
export type SummaryChange = Static<typeof SummaryChange>;

export const Summary = Type.Object(
  { ...period, previous: Type.Optional(SummaryPeriod), change: Type.Optional(SummaryChange) },
  {
    title: "Summary",
    description:
      "The numbers of a range of days. `previous` and `change` are present with `compare` only.",
  },
);
export type Summary = Static<typeof Summary>;
