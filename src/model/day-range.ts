import { Type } from "typebox";

const day = (description: string, example: string) =>
  Type.String({
    format: "date",
    description,
    examples: [example],
    errorMessage: "must be a real date, YYYY-MM-DD",
  });

/** The parameters that choose a range of days. */
export const dayRange = {
  from: day("First day, in the website's time zone.", "2026-11-01"),
  to: day("Last day, inclusive. Must not be before `from`.", "2026-11-30"),
};
