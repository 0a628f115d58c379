import { type TSchema, Type } from "typebox";

import { importsField } from "./imports-meta.ts";
import { pageOf } from "./page.ts";

const amount = Type.Number({
  description: "Sum of the amounts, less refunds. It is exact, with at most three digits.",
  examples: [1249.5],
});
const currency = Type.String({ description: "ISO 4217 code.", examples: ["EUR"] });
const orders = Type.Integer({ description: "Events with an amount of 0 or more.", examples: [40] });
const visitors = (description: string) => Type.Integer({ description, examples: [38] });
const average = (description: string, example: number) =>
  Type.Union([Type.Number(), Type.Null()], { description, examples: [example] });

const numbers = {
  amount,
  orders,
  refunds: Type.Integer({ description: "Events with an amount below 0.", examples: [2] }),
  visitors: visitors("Visitors with an order or a refund."),
  average_order: average(
    "Sum of the orders / `orders`, four digits; null without orders.",
    32.0375,
  ),
  per_visitor: average(
    "`amount` / the `visitors` of the summary, four digits; null without visitors.",
    0.6791,
  ),
};

const day = (description: string, example: string) =>
  Type.String({ format: "date", description, examples: [example] });

const change = (of: string, example: number) =>
  Type.Union([Type.Number(), Type.Null()], {
    description: `Change of ${of}: 0.25 is 25 % more; null if it was 0 before.`,
    examples: [example],
  });

const Revenue = Type.Object(
  {
    value: Type.Optional(
      Type.String({
        description: "The hour, day, week or month; only with `interval`.",
        examples: ["2026-11-20"],
      }),
    ),
    currency,
    ...numbers,
    previous: Type.Optional(
      Type.Object(
        {
          from: day("First day.", "2026-10-02"),
          to: day("Last day, inclusive.", "2026-10-31"),
          ...numbers,
        },
        { description: "The earlier period that `compare` and `match` choose." },
      ),
    ),
    change: Type.Optional(
      Type.Object(
        {
          amount: change("`amount`", 0.25),
          orders: change("`orders`", 0.15),
          refunds: change("`refunds`", -0.5),
          visitors: change("`visitors`", 0.12),
        },
        { description: "Change since the earlier period: (now - before) / before." },
      ),
    ),
  },
  {
    title: "Revenue",
    description:
      "Orders and refunds in one currency. `previous` and `change` are present with `compare` only.",
  },
);

/** Returns the schema of a page of revenue, whose answer has these headers. */
export const revenuePage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(Revenue, importsField, headers);

const RevenueStat = Type.Object(
  {
    value: Type.String({ description: "The value of the dimension.", examples: ["Google"] }),
    code: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          "Code of the value; only with `city`, `continent`, `country`, `language` and `region`.",
        examples: ["DE"],
      }),
    ),
    currency,
    amount,
    orders,
    visitors: visitors("Visitors with an order or a refund under the value."),
  },
  { title: "RevenueStat", description: "The revenue of a value in one currency." },
);

/** Returns the schema of a page of revenue by value, whose answer has these headers. */
export const revenueStatPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(RevenueStat, {}, headers);
