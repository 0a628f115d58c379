import type { Interval } from "../../model/choices.ts";
import { goTo } from "../address/address.ts";
import { earlierOf } from "../address/calendar-day.ts";
import { daysOfPoint } from "./annotations.ts";
import type { Site } from "./site.ts";

/** Makes the days of some points of a chart, up to today, the range, if they are not. */
export function openPoints(
  { days, today, hrefWith }: Site,
  interval: Interval,
  first: string,
  last: string,
): void {
  const { from } = daysOfPoint(first, interval);
  const to = earlierOf(daysOfPoint(last, interval).to, today);
  if (from === days.from && to === days.to) return;
  goTo(hrefWith({ range: { from, to }, interval: undefined }));
}
