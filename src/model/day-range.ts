import { Type } from "typebox";

const day = (description: string, example: string) =>
  Type.String({
    format: "date",
    description,
    examples: [example],
    errorMessage: "must be a date of the calendar, YYYY-MM-DD",
  });

/** The two parameters of everything that is asked for by days. */
export const dayRange = {
  from: day("First day, in the website's time zone.", "2026-11-01"),
  to: day("Last day, inclusive; not before `from`.", "2026-11-30"),
};
