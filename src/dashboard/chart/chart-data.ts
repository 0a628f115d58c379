import { useMemo } from "preact/hooks";
import type { Interval } from "../../model/choices.ts";
import type { Stat } from "../../model/stat.ts";
import { countDays, type Days } from "../address/calendar-day.ts";
import { lastMinutes, pointAt, pointsOf } from "../address/intervals.ts";
import { getAllPages, getTwoPages } from "../api/all-pages.ts";
import { type Answer, useAnswer } from "../api/answer.ts";
import { statPath } from "../api/paths.ts";
import { serverNow } from "../api/server-clock.ts";
import { linesOf } from "../site/series.ts";
import type { Site } from "../site/site.ts";
import type { ChartData } from "./tip-text.ts";

interface ChartAnswer extends Pick<Answer<ChartData>, "data" | "isCurrent" | "failure" | "retry"> {
  /** Whether there is an earlier period, but it has no data. */
  readonly isEarlierEmpty: boolean;
}

/**
 * Fetches the chart's numbers by interval, and those of the earlier period if there is one. Minutes
 * are the last two hours, also those of yesterday after midnight, whatever the range is.
 */
export function useChartData(site: Site, interval: Interval): ChartAnswer {
  const { query, paths, timezone } = site;
  const { metric } = query;
  const { days, earlier } = rangesOf(site, interval);
  const isByMinute = days.minutes !== undefined;
  // More minutes than two pages have are older than those that are shown.
  const getPages = isByMinute ? getTwoPages : getAllPages;
  const params = {
    name: "visitor",
    interval,
    sortBy: "value",
    sort: isByMinute ? "desc" : "asc",
    perPage: 100,
  } as const;
  const pathOf = (range: Days) =>
    statPath(paths.stats, { ...params, days: range, population: query });
  const now = useAnswer<readonly Stat[]>(pathOf(days), getPages);
  const earlierPath = earlier && pathOf(earlier);
  const before = useAnswer<readonly Stat[]>(earlierPath, getPages);

  // Both lines appear together, so that the scale changes only once.
  const isWaiting = earlierPath !== undefined && !before.isCurrent && !before.failure;
  const isEarlierKnown = earlierPath !== undefined && before.isCurrent;
  const isEarlierEmpty = isEarlierKnown && before.data?.length === 0;
  const hasEarlier = isEarlierKnown && !isEarlierEmpty;
  // The numbers belong to the points of their own query, so both change together. As texts, days
  // are equal from one drawing to the next.
  const [range, earlierRange] = [JSON.stringify(days), JSON.stringify(earlier ?? null)];
  const data = useMemo<ChartData | undefined>(() => {
    if (!now.isCurrent || now.data === undefined || isWaiting) return undefined;
    const present = pointAt(timezone, serverNow(), interval);
    const linesIn = (text: string, rows: readonly Stat[]) => {
      const points = pointsOf(JSON.parse(text) as Days, interval, timezone);
      return { points, lines: linesOf(points, rows, present, metric) };
    };
    return {
      ...linesIn(range, now.data),
      before: hasEarlier && before.data ? linesIn(earlierRange, before.data) : undefined,
      hasVisitors: now.data.length > 0,
      interval,
      present,
      metric,
    };
  }, [
    isWaiting,
    hasEarlier,
    now.data,
    now.isCurrent,
    before.data,
    range,
    earlierRange,
    interval,
    timezone,
    metric,
  ]);
  const shown = useLatest(data);
  return {
    data: shown,
    isCurrent: now.isCurrent && !isWaiting,
    isEarlierEmpty,
    failure: now.failure,
    retry: now.retry,
  };
}

/** Returns the days that the chart shows, and those that they are compared with. */
function rangesOf(
  { days, earlier, timezone }: Site,
  interval: Interval,
): Pick<Site, "days" | "earlier"> {
  if (interval !== "minute") return { days, earlier };
  const minutesBefore = (daysBefore: number) => lastMinutes(timezone, serverNow(), daysBefore);
  const daysApart = earlier && countDays({ from: earlier.from, to: days.from }) - 1;
  return {
    days: minutesBefore(0),
    earlier: daysApart === undefined ? undefined : minutesBefore(daysApart),
  };
}

/** Returns the value, or the last defined one if it is undefined. */
function useLatest<T>(value: T | undefined): T | undefined {
  const latest = useMemo<{ value: T | undefined }>(() => ({ value: undefined }), []);
  if (value !== undefined) latest.value = value;
  return latest.value;
}
