import { type Static, type TSchema, Type } from "typebox";

import { valueFields } from "./fields.ts";
import { importsField } from "./imports-meta.ts";
import { pageOf } from "./page.ts";

/** One value of a dimension, in an answer. */
export const Stat = Type.Object(
  {
    ...valueFields,
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
  },
  { title: "Stat", description: "A value and its measures. All numbers are exact." },
);
export type Stat = Static<typeof Stat>;

const statMeta = {
  ...importsField,
  count: Type.Integer({
    description: "Sum of `count` over all matching values.",
    examples: [3120],
  }),
};

/** Returns the schema of a page of values, whose answer has these headers. */
export const statPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(Stat, statMeta, headers);
export type StatPage = Static<ReturnType<typeof statPage>>;
