import { mondayOf } from "../../base/calendar.ts";
import type { AnnotationRecord } from "../../model/annotation.ts";
import type { Interval } from "../../model/choices.ts";
import { addDays, type Days, firstOfMonth } from "../address/calendar-day.ts";
import { firstDayOf } from "../address/intervals.ts";

/** Annotations by the index of their point in the chart, or of their row in a table. */
export type AnnotationsByIndex = ReadonlyMap<number, readonly AnnotationRecord[]>;

/** Assigns annotations to the points of a chart. Those of a whole day are at its first hour. */
export function annotationsAt(
  points: readonly string[],
  interval: Interval,
  annotations: readonly AnnotationRecord[],
): AnnotationsByIndex {
  // An hour that is skipped in spring has no point, so the one before it stands for it.
  return byIndex(annotations, (annotation) => {
    const wanted = pointOf(annotation, interval);
    return points.findLastIndex((point) => point <= wanted);
  });
}

function pointOf({ date, time }: AnnotationRecord, interval: Interval): string {
  if (interval === "hour") return `${date}T${(time ?? "00:00").slice(0, 2)}:00`;
  if (interval === "week") return mondayOf(date);
  return interval === "month" ? date.slice(0, 7) : date;
}

/** Returns the days that a point of the chart stands for. */
export function daysOfPoint(point: string, interval: Interval): Days {
  const from = firstDayOf(point);
  if (point.length === 7) return { from, to: addDays(firstOfMonth(from, 1), -1) };
  return { from, to: interval === "week" ? addDays(from, 6) : from };
}

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

function byIndex(
  annotations: readonly AnnotationRecord[],
  indexOf: (annotation: AnnotationRecord) => number,
): AnnotationsByIndex {
  const found = new Map<number, AnnotationRecord[]>();
  for (const annotation of annotations) {
    const index = indexOf(annotation);
    found.set(index, [...(found.get(index) ?? []), annotation]);
  }
  return found;
}
