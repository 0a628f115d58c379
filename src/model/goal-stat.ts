import { type TSchema, Type } from "typebox";

import { idField, nameField } from "./definition.ts";
import { Money } from "./money.ts";
import { pageOf } from "./page.ts";

const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });
const numberOrNull = (description: string, example: number) =>
  Type.Union([Type.Number(), Type.Null()], { description, examples: [example] });
const day = (description: string, example: string) =>
  Type.String({ format: "date", description, examples: [example] });

const conversions = count("Events that match the goal.", 31);
const revenueOf = (events: string) =>
  Type.Array(Money, {
    description: `Revenue of ${events} in each currency, never converted.`,
  });

/** The numbers of a goal over a range of days. */
const numbers = {
  visitors: count("Visitors of a day with an event that matches the goal.", 24),
  conversions,
  conversion_rate: numberOrNull(
    "`visitors` as a share of all visitors, 0 to 1; null without visitors.",
    0.0241,
  ),
  revenue: revenueOf("these events"),
};

const GoalPeriod = Type.Object(
  {
    from: day("First day.", "2026-10-01"),
    to: day("Last day, inclusive.", "2026-10-31"),
    ...numbers,
  },
  { description: "The numbers of the earlier period that `compare` and `match` choose." },
);

const change = (of: string, example: number) =>
  numberOrNull(`Change of ${of}: 0.25 is 25 % more; null if it was 0 or null before.`, example);

const GoalChange = Type.Object(
  {
    visitors: change("`visitors`", 0.25),
    conversions: change("`conversions`", 0.15),
    conversion_rate: change("`conversion_rate`", -0.0521),
  },
  { description: "Change since the earlier period: (now - before) / before, before rounding." },
);

const GoalStat = Type.Object(
  {
    ...{ id: idField, name: nameField, ...numbers },
    previous: Type.Optional(GoalPeriod),
    change: Type.Optional(GoalChange),
  },
  {
    title: "GoalStat",
    description: "A goal and its numbers. `previous` and `change` are present with `compare` only.",
  },
);

const GoalValue = Type.Object(
  {
    value: Type.String({ description: "The value of the dimension.", examples: ["Germany"] }),
    code: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          "Code of the value; only with `city`, `continent`, `country`, `language` and `region`.",
        examples: ["DE"],
      }),
    ),
    visitors: count("Visitors that have the value.", 120),
    converted: count("Those of them with an event that matches the goal.", 24),
    conversions,
    conversion_rate: Type.Number({
      description: "`converted` as a share of `visitors`, 0 to 1.",
      examples: [0.2],
    }),
    revenue: revenueOf("the matching events"),
  },
  {
    title: "GoalValue",
    description: "A value, and what the visitors that have it did for a goal.",
  },
);

/** Returns the schema of a page of goals, whose answer has these headers. */
export const goalStatPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(GoalStat, { visitors: count("All visitors, also those without a goal.", 995) }, headers);

/** Returns the schema of a page of a goal's values, whose answer has these headers. */
export const goalValuePage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(GoalValue, {}, headers);
