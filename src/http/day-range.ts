import type { WebsiteDays } from "../counting/website-days.ts";
import { type FieldErrors, invalid } from "../errors.ts";
import { firstDayWithEvents } from "../rollups/archived-rollups.ts";
import type { Database, QueryLimits } from "../store/database.ts";
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

/**
 * For questions that roll-ups cannot answer: throws `Problem` VALIDATION on `from`, with the first day that may be
 * asked for, when events of the range were dropped.
 */
export async function refuseDroppedDays(
  db: Database,
  days: WebsiteDays,
  limits: QueryLimits,
): Promise<void> {
  const firstDay = await firstDayWithEvents(db, days, limits);
  if (firstDay === undefined) return;
  throw invalid({ from: [`must not be before ${firstDay} here: older events were dropped`] });
}
