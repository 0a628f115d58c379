import type { FieldErrors } from "../../errors.ts";
import { schemaErrors } from "../validation.ts";

/**
 * Returns the errors of a query: those that its schema found, and days in the wrong order, which a
 * schema cannot express.
 */
export function dayRangeErrors(request: {
  validationError?: Error;
  query: { readonly from: string; readonly to: string };
}): FieldErrors {
  const { from, to } = request.query;
  const fields = schemaErrors(request);
  const bothDays = fields["from"] === undefined && fields["to"] === undefined;
  return bothDays && from > to ? { ...fields, from: ["must not be after to"] } : fields;
}
