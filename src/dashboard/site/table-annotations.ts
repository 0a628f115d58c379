import type { AnnotationRecord } from "../../model/annotation.ts";
import { type AnnotationsByIndex, byIndex } from "./annotations.ts";

/** The rows of a page in a table of days. */
interface DayRows {
  readonly days: readonly string[];
  /**
   * Whether the newest day comes first. Without that, annotations of days without a row are left
   * out.
   */
  readonly isByDay: boolean;
  readonly isFirstPage: boolean;
  /** The first day of the next page, if there is one. */
  readonly nextDay: string | undefined;
}

/**
 * Assigns annotations to the rows of a table of days that they follow. Days without visitors have
 * no row; their annotations follow the day after, and are under -1 if there is none.
 */
export function annotationsInTable(
  { days, isByDay, isFirstPage, nextDay }: DayRows,
  annotations: readonly AnnotationRecord[],
): AnnotationsByIndex {
  if (!isByDay) {
    const known = annotations.filter(({ date }) => days.includes(date));
    return byIndex(known, ({ date }) => days.indexOf(date));
  }
  const [first] = isFirstPage ? [] : days;
  const shown = annotations.filter(
    ({ date }) =>
      (first === undefined || date <= first) && (nextDay === undefined || date > nextDay),
  );
  return byIndex(shown, ({ date }) => days.findLastIndex((day) => day >= date));
}
