import { Type } from "typebox";
import type { FieldErrors } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { dayOf } from "../../model/day.ts";
import { oneOf } from "../../model/text.ts";
import { schemaErrors } from "../shell/validation.ts";

/** The parameters that choose a range of days. */
export const dayRange = {
  from: dayOf("First day, in the website's time zone.", "2026-11-01"),
  to: dayOf("Last day, inclusive. Must not be before `from`.", "2026-11-30"),
  imports: Type.Optional(
    oneOf(["exclude"], {
      description: "With `exclude`, days that were imported as totals count as empty.",
      examples: ["exclude"],
    }),
  ),
};

/** The parameters of a range of days. */
export interface DayRangeParams {
  readonly from: string;
  readonly to: string;
  readonly imports?: "exclude";
}

/** Returns the part of a query that is about days. */
export function daysOf({ from, to, imports }: DayRangeParams) {
  return { from, to, ...(imports === "exclude" && { excludesImports: true }) };
}

/**
 * Returns the errors of a query: those that its schema found, and days in the wrong order, which a
 * schema cannot express.
 */
export function dayRangeErrors(request: {
  validationError?: Error | undefined;
  query: { readonly from?: string; readonly to?: string };
}): FieldErrors {
  const { from, to } = request.query;
  const fields = schemaErrors(request);
  if (from === undefined || to === undefined || fields["from"] || fields["to"]) return fields;
  return from > to ? { ...fields, from: [fieldError("to_before_from")] } : fields;
}
