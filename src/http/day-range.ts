import type { FieldErrors } from "../errors.ts";
import { schemaErrors } from "./validation.ts";

/** What is wrong with a query: the order of its days is a rule that no schema has. */
export function dayRangeErrors(request: {
  validationError?: Error;
  query: { readonly from: string; readonly to: string };
}): FieldErrors {
  const { from, to } = request.query;
  const fields = schemaErrors(request);
  const bothDays = fields["from"] === undefined && fields["to"] === undefined;
  return bothDays && from > to ? { ...fields, from: ["must not be after to"] } : fields;
}
