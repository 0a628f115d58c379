import { type Static, Type } from "typebox";

/** The part of an answer that standing conditions hide. */
export const HiddenMeta = Type.Object(
  {
    visitors: Type.Integer({
      description: "Visitors of the range, and of the filters, who do not count.",
      examples: [1204],
    }),
    conditions: Type.Integer({ description: "Standing conditions that are on.", examples: [2] }),
    kept_days: Type.Optional(
      Type.Integer({
        description:
          "Days whose events are deleted, or were imported as totals: they keep what they counted. Only if there are some.",
        examples: [31],
      }),
    ),
  },
  {
    title: "HiddenMeta",
    description: "What the website's standing conditions hide. Only if it has some that are on.",
  },
);
export type HiddenMeta = Static<typeof HiddenMeta>;

/** The field of `meta` in answers that conditions hide something of. */
export const hiddenField = { hidden: Type.Optional(HiddenMeta) };
/** `meta` of answers that have nothing else in it. */
export const hiddenOnly = { meta: Type.Optional(Type.Object(hiddenField)) };
