import { type Static, type TSchema, Type } from "typebox";
import { idField, nameField } from "./definition.ts";
import { comparedFields, comparedUntilField, count, numberOrNull, valueFields } from "./fields.ts";
import { hiddenField } from "./hidden-meta.ts";
import { Money } from "./money.ts";
import { pageOf } from "./page.ts";

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

const GoalStat = Type.Object(
  {
    id: idField,
    name: nameField,
    ...numbers,
    ...comparedFields(numbers, { visitors: 0.25, conversions: 0.15, conversion_rate: -0.0521 }),
  },
  {
    title: "GoalStat",
    description: "A goal and its numbers. `previous` and `change` are present with `compare` only.",
  },
);
export type GoalStat = Static<typeof GoalStat>;

const GoalValue = Type.Object(
  {
    ...valueFields,
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
export type GoalValue = Static<typeof GoalValue>;

/** Returns the schema of a page of goals, whose answer has these headers. */
export const goalStatPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(
    GoalStat,
    {
      visitors: count("All visitors, also those without a goal.", 995),
      ...comparedUntilField,
      ...hiddenField,
    },
    headers,
  );

/** Returns the schema of a page of a goal's values, whose answer has these headers. */
export const goalValuePage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(GoalValue, hiddenField, headers);
