import type { ReportQuery } from "../address/report-query.ts";
import type { ReportParams } from "../api/report-path.ts";

/** Returns the parameters that both reports about journeys have. */
export function journeyParams({ start, isBack, hasEvents }: ReportQuery): ReportParams {
  return {
    start,
    direction: isBack ? "back" : undefined,
    // The API looks for a custom event only where they are included.
    include: hasEvents || start?.startsWith("event:") ? "events" : undefined,
  };
}
