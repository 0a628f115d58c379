import { type Static, type TSchema, Type } from "typebox";
import { numberOrNull } from "./fields.ts";
import { hiddenField } from "./hidden-meta.ts";
import { Money } from "./money.ts";
import { pageOf } from "./page.ts";

/** A row of `props`. */
export const Prop = Type.Object(
  {
    key: Type.String({ description: "Key of the prop.", examples: ["plan"] }),
    events: Type.Integer({ description: "Events that have the key.", examples: [120] }),
    visitors: Type.Integer({ description: "Visitors with such an event.", examples: [90] }),
    values: Type.Integer({ description: "Different values under the key.", examples: [3] }),
  },
  { title: "Prop", description: "A key of the props of events." },
);
export type Prop = Static<typeof Prop>;

/** A row of `props/{key}`. Its amounts are exact, so no number of JavaScript holds them. */
const PropValue = Type.Object(
  {
    value: Type.String({ description: "The value, or `(none)`.", examples: ["pro"] }),
    count: Type.Integer({ description: "Events that have it under the key.", examples: [80] }),
    visitors: Type.Integer({ description: "Visitors with such an event.", examples: [70] }),
    revenue: Type.Array(Money, { description: "Revenue of these events, by currency." }),
  },
  { title: "PropValue", description: "A value under a key of the props of events." },
);
export type PropValue = Static<typeof PropValue>;

const PropNumbers = Type.Object(
  {
    count: Type.Integer({ description: "Events with a number under the key.", examples: [40] }),
    sum: numberOrNull("Exact sum of the numbers; null without any.", 418.5),
    min: numberOrNull("The smallest number; null without any.", -2),
    max: numberOrNull("The greatest number; null without any.", 99.95),
    mean: numberOrNull("`sum` / `count` with at most nine digits after the point.", 10.4625),
  },
  {
    title: "PropNumbers",
    description: "The values that are decimal numbers, whatever the search; with `numbers=1`.",
  },
);
export type PropNumbers = Static<typeof PropNumbers>;

/** Returns the schema of a page of keys, whose answer has these headers. */
export const propPage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(Prop, hiddenField, headers);

/** Returns the schema of a page of values under a key, whose answer has these headers. */
export const propValuePage = (headers: Readonly<Record<string, TSchema>>) =>
  pageOf(
    PropValue,
    {
      count: Type.Integer({
        description: "Sum of `count` over all matching values.",
        examples: [120],
      }),
      numbers: Type.Optional(PropNumbers),
    },
    headers,
  );
