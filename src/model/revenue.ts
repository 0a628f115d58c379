import { type Static, type TSchema, Type } from "typebox";
import { comparedFields, comparedUntilField, count, numberOrNull, valueFields } from "./fields.ts";
import { hiddenField } from "./hidden-meta.ts";
import { importsField } from "./imports-meta.ts";
import { pageOf } from "./page.ts";

const amount = Type.Number({
  description: "Sum of the amounts, less refunds. It is exact, with at most three digits.",
  examples: [1249.5],
});
const currency = Type.String({ description: "ISO 4217 code.", examples: ["EUR"] });
const orders = count("Events with an amount of 0 or more.", 40);

const numbers = {
  amount,
  orders,
  refunds: count("Events with an amount below 0.", 2),
  visitors: count("Visitors with an order or a refund.", 38),
  average_order: numberOrNull(
    "Sum of the orders / `orders`, four digits; null without orders.",
    32.0375,
  ),
  per_visitor: numberOrNull(
    "`amount` / the `visitors` of the summary, four digits; null without visitors.",
    0.6791,
  ),
};

const Revenue = Type.Object(
  {
    value: Type.Optional(
      Type.String({
        description:
          "The minute, quarter of an hour, hour, day, week or month; only with `interval`.",
        examples: ["2026-11-20"],
      }),
    ),
    currency,
    ...numbers,
    ...comparedFields(numbers, { amount: 0.25, orders: 0.15, refunds: -0.5, visitors: 0.12 }),
  },
  {
    title: "Revenue",
    description:
      "Orders and refunds in one currency. `previous` and `change` are present with `compare` only.",
  },
);
export type Revenue = Static<typeof Revenue>;

/** Returns the schema of a page of revenue, whose answer has these headers. */
export const revenuePage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(Revenue, { ...importsField, ...comparedUntilField }, headers);

const RevenueStat = Type.Object(
  {
    ...valueFields,
    currency,
    amount,
    orders,
    visitors: count("Visitors with an order or a refund under the value.", 38),
  },
  { title: "RevenueStat", description: "The revenue of a value in one currency." },
);
export type RevenueStat = Static<typeof RevenueStat>;

/** Returns the schema of a page of revenue by value, whose answer has these headers. */
export const revenueStatPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(RevenueStat, hiddenField, headers);
