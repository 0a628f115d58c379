import { type Static, Type } from "typebox";

export const Money = Type.Object(
  {
    currency: Type.String({ description: "ISO 4217 code of the currency.", examples: ["EUR"] }),
    amount: Type.Number({
      description: "The exact sum, with up to three digits after the point.",
      examples: [1249.5],
    }),
  },
  { title: "Money", description: "The sum of the amounts in a currency." },
);
export type Money = Static<typeof Money>;
