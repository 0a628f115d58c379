import { type Static, Type } from "typebox";
import { conditionFilters } from "./condition.ts";
import { dayOf } from "./day.ts";

/** A condition that may be made, and the range that it is tried on. */
export const ConditionTrial = Type.Object(
  {
    filters: conditionFilters,
    from: dayOf("First day, in the website's time zone.", "2026-11-01"),
    to: dayOf("Last day, inclusive.", "2026-11-30"),
  },
  { title: "ConditionTrial", description: "Filters of a condition, and a range of days." },
);
export type ConditionTrial = Static<typeof ConditionTrial>;

const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

const LostValue = (what: string, example: string) =>
  Type.Object(
    {
      value: Type.String({ description: what, examples: [example] }),
      visitors: count("Visitors that it would lose.", 402),
      pageviews: count("Page views that it would lose.", 402),
    },
    { description: "A value, and what it would lose." },
  );

export const ConditionPreview = Type.Object(
  {
    visitors: count("Visitors that the condition would hide.", 1204),
    visits: count("Their visits.", 1204),
    pageviews: count("Their page views.", 1310),
    share: Type.Union([Type.Number(), Type.Null()], {
      description: "The hidden visitors as a share of all, 0 to 1; null without any.",
      examples: [0.1817],
    }),
    pages: Type.Array(LostValue("The page.", "/wp-login.php"), {
      description: "The ten pages that would lose most page views.",
    }),
    countries: Type.Array(LostValue("The country.", "Singapore"), {
      description: "The ten countries that would lose most visitors.",
    }),
  },
  {
    title: "ConditionPreview",
    description: "What a condition would hide, without regard to those that stand.",
  },
);
export type ConditionPreview = Static<typeof ConditionPreview>;
