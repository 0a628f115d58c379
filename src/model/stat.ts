import { type Static, type TSchema, Type } from "typebox";

import { comparedUntilField, rangeFields, valueFields } from "./fields.ts";
import { importsField } from "./imports-meta.ts";
import { pageOf } from "./page.ts";

/** The numbers that each value has. */
const plainNumbers = {
  count: Type.Integer({
    description:
      "The main measure of the dimension: page views of `page` and `pageview`, occurrences of `event`, visits of `visit`, `entry_page` and `exit_page`, and visitors of all others.",
    examples: [120],
  }),
  visitors: Type.Integer({ description: "Visitors that have the value.", examples: [120] }),
  pageviews: Type.Integer({
    description:
      "Page views of these visitors on these days; with `page`, views of that page; with `entry_page` and `exit_page`, page views of those visits.",
    examples: [410],
  }),
};

const some = (description: string, example: number) =>
  Type.Optional(Type.Union([Type.Number(), Type.Null()], { description, examples: [example] }));

/** The numbers that values of some dimensions have. */
const moreNumbers = {
  visits: some(
    "Visits of the visitors on the days on which they have the value; with `entry_page` and `exit_page`, the visits that the page began or ended. Not with `page` and `event`. null where imported totals lack them.",
    180,
  ),
  views_per_visit: some("Page views per visit; only with days.", 2.28),
  bounce_rate: some(
    "Share of these visits, 0 to 1, with one page view and no other event; null without visits.",
    0.4122,
  ),
  visit_duration: some(
    "Average seconds from the first to the last event of these visits; null without visits.",
    143.208,
  ),
  engaged_visitors: some("Visitors with an engagement event; only with days.", 96),
  engagement_seconds: some(
    "Average seconds in the foreground of a day's visitor who engaged with the page; only with `page` and days. null if nobody did.",
    48.3,
  ),
  scroll_depth: some(
    "Average of these visitors' greatest scroll depths, percent; null if nobody engaged.",
    71.5,
  ),
};
const numbers = { ...plainNumbers, ...moreNumbers };

const changes = Object.fromEntries(
  Object.keys(numbers).map((name) => [
    name,
    some(`Change of \`${name}\`: 0.25 is 25 % more; null if a number is null or was 0.`, 0.25),
  ]),
) as Record<keyof typeof numbers, ReturnType<typeof some>>;

/** One value of a dimension, in an answer. */
export const Stat = Type.Object(
  {
    ...valueFields,
    ...numbers,
    previous: Type.Optional(
      Type.Object(numbers, {
        description: "The numbers in the earlier period, with `compare` only; 0 for a new value.",
      }),
    ),
    change: Type.Optional(
      Type.Object(changes, {
        description: "Change since the earlier period: (now - before) / before, before rounding.",
      }),
    ),
  },
  { title: "Stat", description: "A value and its numbers." },
);
export type Stat = Static<typeof Stat>;

const statMeta = {
  ...importsField,
  count: Type.Integer({
    description: "Sum of `count` over all matching values.",
    examples: [3120],
  }),
  previous: Type.Optional(
    Type.Object(rangeFields, { description: "The earlier period, with `compare` only." }),
  ),
  ...comparedUntilField,
};

/** Returns the schema of a page of values, whose answer has these headers. */
export const statPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(Stat, statMeta, headers);
export type StatPage = Static<ReturnType<typeof statPage>>;
