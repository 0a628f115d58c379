import { conditionsOn } from "../counting/conditions.ts";
import type { Condition } from "../counting/filters.ts";
import type { WebsiteDays } from "../counting/website-days.ts";
import type { DayState } from "./day-state.ts";
import type { Answer } from "./day-states.ts";
import type { HiddenDay, HiddenQuery } from "./hidden.ts";
import type { ReportQuery } from "./report.ts";

/** A query that may have filters, and says which visitor days it counts. */
export type SelectingQuery = WebsiteDays & Partial<Pick<ReportQuery, "filters" | "counted">>;

/** Returns a query for what counts under conditions, or for what they hide if it asks for that. */
export function withConditions<Query extends SelectingQuery>(
  query: Query,
  conditions: readonly Condition[],
): Query {
  const { filters = [], countsFrom = "visitor_days" } = query;
  if (query.counted === "hidden") {
    const isHidden = { dimension: "conditions", conditions, selects: "hidden" } as const;
    return { ...query, filters: [...filters, isHidden], countsFrom, excludesArchived: true };
  }
  if (conditions.length === 0) return query;
  const counts = { dimension: "conditions", conditions, selects: "counted" } as const;
  return { ...query, filters: [...filters, counts], conditions };
}

/** Returns the query for what is hidden of a report. It is the same for all reports of a range. */
export function hiddenQueryOf(query: HiddenQuery): HiddenQuery {
  const { websiteId, from, to, sinceMs, untilMs, excludesImports = false } = query;
  const { filters, countsFrom, conditions } = query;
  const range = { websiteId, from, to, sinceMs, untilMs, excludesImports, filters, conditions };
  return { ...range, ...(countsFrom && { countsFrom }) };
}

/** Returns whether a day keeps what it counted although a condition is about it. */
export function keepsDay(
  { isArchived, date }: DayState,
  conditions: readonly Condition[],
): boolean {
  return isArchived === true && conditionsOn(conditions, date).length > 0;
}

/** Returns an answer that says what is hidden, also in its version. */
export function withHidden<T>(
  { keptDays = 0, version, ...answer }: Answer<T>,
  days: readonly HiddenDay[],
  { length }: readonly Condition[],
): Answer<T> {
  const visitors = days.reduce((sum, day) => sum + day.visitors, 0);
  const hidden = { visitors, conditions: length, ...(keptDays > 0 && { kept_days: keptDays }) };
  return { ...answer, hidden, version: JSON.stringify([version, hidden]) };
}
