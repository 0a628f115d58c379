import { type Static, Type } from "typebox";
import { hiddenField } from "./hidden-meta.ts";

const names = (description: string, examples: string[]) =>
  Type.Array(Type.String(), { description, examples: [examples] });

/** The note of an answer on days that were imported as totals. */
export const ImportsMeta = Type.Object(
  {
    days: Type.Integer({
      description: "Days of the range that were imported as totals.",
      examples: [31],
    }),
    sums: names("Names whose visitors are sums on these days, so that one may count twice.", [
      "source",
    ]),
    missing: names("Names that have no values on these days.", ["city"]),
  },
  { title: "ImportsMeta", description: "Present if the answer holds days of totals." },
);
export type ImportsMeta = Static<typeof ImportsMeta>;

/** The fields of `meta` in answers of reports: days of totals, and what conditions hide. */
export const importsField = {
  imports: Type.Optional(ImportsMeta),
  ...hiddenField,
};
/** `meta` of answers that have nothing else in it. */
export const importsOnly = { meta: Type.Optional(Type.Object(importsField)) };
