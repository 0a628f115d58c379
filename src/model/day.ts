import { Type } from "typebox";
import { fieldError } from "../base/field-errors.ts";

/** Returns the schema of a day in a body or a query. */
export const dayOf = (description: string, example: string) =>
  Type.String({
    format: "date",
    description,
    examples: [example],
    errorMessage: fieldError("date"),
  });
