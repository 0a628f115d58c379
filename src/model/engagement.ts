import { type Static, type TSchema, Type } from "typebox";

import { importsField } from "./imports-meta.ts";
import { pageOf } from "./page.ts";

export const Engagement = Type.Object(
  {
    value: Type.String({
      description: "The page; with `interval` the day, the week's Monday or the month.",
      examples: ["/blog/hello"],
    }),
    visitors: Type.Integer({
      description: "Visitors with an engagement event on the page; with `interval` on any page.",
      examples: [320],
    }),
    seconds: Type.Number({
      description: "Average seconds that the page was in the foreground of such a visitor's day.",
      examples: [48.3],
    }),
    scroll_depth: Type.Number({
      description: "Average of the greatest scroll depths of these visitors' days, percent.",
      examples: [71.5],
    }),
  },
  {
    title: "Engagement",
    description: "How long and how far a page was read. Averages have one digit after the point.",
  },
);
export type Engagement = Static<typeof Engagement>;

/** Returns the schema of a page of engagement, whose answer has these headers. */
export const engagementPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(Engagement, importsField, headers);
