import { Type } from "typebox";

const day = (description: string) =>
  Type.String({
    format: "date",
    description,
    errorMessage: "must be a date of the calendar, YYYY-MM-DD",
  });

/** The two parameters of everything that is asked for by days. */
export const dayRange = {
  from: day("First day, in the website's time zone."),
  to: day("Last day, inclusive."),
};
