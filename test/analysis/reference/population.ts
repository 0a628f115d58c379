import type { Definitions, Filters } from "./definitions.ts";
import type { PlainAction } from "./event.ts";
import { passes } from "./filters.ts";
import { type VisitorDay, visitorDaysOf } from "./visitor-days.ts";

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Days of a website, and the filters that choose among its visitors. */
export interface Population extends DayRange {
  readonly days: readonly VisitorDay[];
}

/** A website's events and definitions. */
export interface Content extends Definitions {
  readonly events: readonly PlainAction[];
}

/** Returns the visitors of a range of days that pass the filters, with all that they did. */
export function populationOf(content: Content, range: DayRange, filters: Filters): Population {
  const { from, to } = range;
  const inRange = content.events.filter(({ day }) => day >= from && day <= to);
  const days = visitorDaysOf(inRange).filter((own) => passes(own, filters, content));
  return { from, to, days };
}
