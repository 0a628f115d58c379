import { isRealDay } from "../../base/calendar.ts";
import { type DimensionName, dimensions } from "../../counting/dimensions.ts";
import type { SourceTotal } from "../format.ts";

/** The numbers of a value, which are 0 if absent. */
export type Numbers = Partial<Omit<SourceTotal, "date" | "dimension" | "value" | "rows">>;
export type Value = Omit<SourceTotal, "date" | "rows">;

/** The last day that the store can hold. */
const lastDay = "2149-06-06";

/** Returns whether the text is a day, `YYYY-MM-DD`, that the store can hold. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isRealDay(text) && text >= "1970" && text <= lastDay;
}

/** Returns the value, or the dimension's unknown value for ''. Without one, '' is not listed. */
export function listValue(dimension: DimensionName, value: string, numbers: Numbers): Value[] {
  const { none }: { readonly none?: string } = dimensions[dimension];
  const shown = value === "" ? none : value;
  return shown === undefined ? [] : [totalOf(dimension, shown, numbers)];
}

export function totalOf(dimension: string, value: string, numbers: Numbers): Value {
  return { dimension, value, visitors: 0, pageviews: 0, occurrences: 0, ...numbers };
}

/** Returns the totals of a row. A row that has no value adds nothing to `event_total`. */
export function totalsOfRow(
  { date }: { readonly date: string },
  values: readonly Value[],
): SourceTotal[] {
  const some = values.length > 0 ? values : [totalOf("event_total", "", {})];
  return some.map((value, nth) => ({ ...value, date, rows: nth === 0 ? 1 : 0 }));
}
