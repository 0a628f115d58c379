import { useEffect, useMemo } from "preact/hooks";

import { statPath } from "../api/addresses.ts";
import { getAllStats } from "../api/all-stats.ts";
import { useAnswer } from "../api/answer.ts";
import type { Stat } from "../api/answers.ts";
import type { Days } from "../calendar-day.ts";
import { Chart, loadPlot } from "../chart/chart.tsx";
import type { ChartData } from "../chart/tip.tsx";
import { defaultInterval, type Interval, intervalsFor, pointAt, pointsOf } from "../intervals.ts";
import { goTo } from "../location.ts";
import { daysBefore } from "../ranges.ts";
import { seriesOf, sumOf } from "../series.ts";
import { type Site, useSite } from "../site.ts";
import { Choice } from "./choice.tsx";
import { Link } from "./link.tsx";
import { Notice } from "./notice.tsx";

/** Visitors and page views of the range, over those of the period before. */
export function TimeChart() {
  const site = useSite();
  const { days, query, hrefWith } = site;
  // The numbers and what draws them are fetched side by side.
  useEffect(() => void loadPlot(), []);
  const fitting = intervalsFor(days);
  const interval = fitting.find((name) => name === query.interval) ?? defaultInterval(days);
  const { data, isCurrent, failure, retry } = useChartData(site, interval);
  const options = fitting.map((name) => ({ value: name, label: intervalLabels[name] }));
  const choose = (name: Interval) =>
    goTo(hrefWith({ interval: name === defaultInterval(days) ? undefined : name }));
  return (
    <div class="time-chart">
      <div class="time-chart-head">
        <p class="legend" aria-hidden="true">
          <span class="key visitors">Visitors</span>
          <span class="key pageviews">Page views</span>
          {query.isCompared && <span class="key before">Period before</span>}
        </p>
        {options.length > 1 && (
          <Choice label="Points" options={options} chosen={interval} onChoose={choose} />
        )}
        <Link
          class="quiet-button"
          href={hrefWith({ open: { name: "visitor", search: "", page: 1, sort: "value" } })}
          opens
        >
          Table
        </Link>
      </div>
      <div class="chart-frame" data-stale={!isCurrent && !failure}>
        {failure && !isCurrent && <Notice failure={failure} onRetry={retry} isBrief />}
        {data && (isCurrent || !failure) && <Chart data={data} />}
        {data && isCurrent && sumOf(data.series.visitors) === 0 && <Nothing />}
      </div>
    </div>
  );
}

function Nothing() {
  const { record, query, hrefWith } = useSite();
  if (record === undefined || query.filters.length > 0) {
    return <p class="chart-empty">Nobody was here in these days.</p>;
  }
  return (
    <p class="chart-empty">
      Nobody was here in these days. Is the{" "}
      <Link href={hrefWith({ view: "settings" })}>tracker</Link> on the pages?
    </p>
  );
}

const intervalLabels: Readonly<Record<Interval, string>> = {
  hour: "Hours",
  day: "Days",
  week: "Weeks",
  month: "Months",
};

function useChartData(site: Site, interval: Interval) {
  const { query, days, addresses, timezone } = site;
  const question = {
    name: "visitor",
    interval,
    sortBy: "value",
    sort: "asc",
    perPage: 100,
  } as const;
  const pathOf = (range: Days) =>
    statPath(addresses.stats, { ...question, days: range, filters: query.filters });
  const now = useAnswer<readonly Stat[]>(pathOf(days), getAllStats);
  const earlierPath = query.isCompared ? pathOf(daysBefore(days)) : undefined;
  const before = useAnswer<readonly Stat[]>(earlierPath, getAllStats);

  // Both lines come together, so that the scale changes once.
  const isWaiting = earlierPath !== undefined && !before.isCurrent && !before.failure;
  // Numbers are drawn over the points that they were asked for, so both change together.
  const { from, to } = days;
  const data = useMemo<ChartData | undefined>(() => {
    if (!now.isCurrent || now.data === undefined || isWaiting) return undefined;
    const present = pointAt(timezone, Date.now(), interval);
    const seriesIn = (range: Days, rows: readonly Stat[]) => {
      const points = pointsOf(range, interval, timezone);
      return { points, series: seriesOf(points, rows, present) };
    };
    const isCompared = earlierPath !== undefined && before.isCurrent && before.data !== undefined;
    return {
      ...seriesIn({ from, to }, now.data),
      before: isCompared ? seriesIn(daysBefore({ from, to }), before.data ?? []) : undefined,
      interval,
      present,
    };
  }, [
    isWaiting,
    now.data,
    now.isCurrent,
    before.data,
    before.isCurrent,
    earlierPath,
    from,
    to,
    interval,
    timezone,
  ]);
  const shown = useLatest(data);
  return {
    data: shown,
    isCurrent: now.isCurrent && !isWaiting,
    failure: now.failure,
    retry: now.retry,
  };
}

/** The value, or the last one that there was. */
function useLatest<T>(value: T | undefined): T | undefined {
  const latest = useMemo<{ value: T | undefined }>(() => ({ value: undefined }), []);
  if (value !== undefined) latest.value = value;
  return latest.value;
}
