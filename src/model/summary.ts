import { type Static, Type } from "typebox";

import { comparedFields, comparedUntilField, count, numberOrNull, rangeFields } from "./fields.ts";

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
export const SummaryNumbers = Type.Object(numbers);
export type SummaryNumbers = Static<typeof SummaryNumbers>;

const comparison = comparedFields(numbers, {
  visitors: 0.25,
  visits: 0.15,
  pageviews: 0.38,
  views_per_visit: 0.2,
  bounce_rate: -0.0521,
  visit_duration: 0.1044,
  engaged_visitors: 0.21,
  engagement_seconds: 0.0312,
  scroll_depth: -0.012,
});

export const Summary = Type.Object(
  {
    ...rangeFields,
    ...numbers,
    ...comparison,
  },
  {
    title: "Summary",
    description:
      "The numbers of a range of days. `previous` and `change` are present with `compare` only.",
  },
);
export type Summary = Static<typeof Summary>;
export type SummaryChange = NonNullable<Summary["change"]>;

/** The numbers of which sums make sense. */
const sums = { visitors: numbers.visitors, visits: numbers.visits, pageviews: numbers.pageviews };

/** The numbers of one of several websites. */
export const WebsiteSummary = Type.Object(
  {
    website_id: count("Id of the website.", 1),
    domain: Type.String({ description: "Domain of the website.", examples: ["example.com"] }),
    domain_unicode: Type.String({
      description: "The domain as people write it.",
      examples: ["münchen.de"],
    }),
    ...numbers,
    days: Type.Optional(
      Type.Array(
        Type.Object({
          value: Type.String({ format: "date", description: "The day.", examples: ["2026-11-01"] }),
          ...sums,
        }),
        { description: "The days that have visitors, oldest first; with `interval=day` only." },
      ),
    ),
    ...comparison,
    ...comparedUntilField,
  },
  {
    title: "WebsiteSummary",
    description:
      "The numbers of a website. `previous` and `change` are present with `compare` only.",
  },
);

export type WebsiteSummary = Static<typeof WebsiteSummary>;

/** Numbers of several websites, added up. */
export const WebsiteTotals = Type.Object(
  {
    visitors: count("Visitors of all websites: someone who is on two of them counts twice.", 5120),
    visits: count("Visits of all websites.", 6400),
    pageviews: count("Page views of all websites.", 15300),
  },
  { description: "Sums over all websites of the list, whichever page they are on." },
);
