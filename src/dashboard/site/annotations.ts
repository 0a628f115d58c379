import { mondayOf } from "../../base/calendar.ts";
import type { AnnotationRecord } from "../../model/annotation.ts";
import { type Interval, isOfClock } from "../../model/choices.ts";
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
  const indexOf = (annotation: AnnotationRecord) => {
    const wanted = pointOf(annotation, interval);
    return points.findLastIndex((point) => point <= wanted);
  };
  // A chart of minutes begins in the middle of a day.
  return byIndex(
    annotations.filter((annotation) => indexOf(annotation) >= 0),
    indexOf,
  );
}

function pointOf({ date, time }: AnnotationRecord, interval: Interval): string {
  if (isOfClock(interval)) return `${date}T${time ?? "00:00"}`;
  if (interval === "week") return mondayOf(date);
  return interval === "month" ? date.slice(0, 7) : date;
}

/** Returns the days that a point of the chart stands for. */
export function daysOfPoint(point: string, interval: Interval): Days {
  const from = firstDayOf(point);
  if (point.length === 7) return { from, to: addDays(firstOfMonth(from, 1), -1) };
  return { from, to: interval === "week" ? addDays(from, 6) : from };
}

/** Gathers annotations by an index. */
export function byIndex(
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
