import { useEffect } from "preact/hooks";

import { Chart, loadPlot } from "../chart/chart.tsx";
import { useChartData } from "../chart/chart-data.ts";
import { defaultInterval, type Interval, intervalsFor } from "../intervals.ts";
import { goTo } from "../location.ts";
import { sumOf } from "../series.ts";
import { useSite } from "../site.ts";
import { Choice } from "./choice.tsx";
import { Link } from "./link.tsx";
import { Notice } from "./notice.tsx";

/** Visitors and page views of the range, over those of the period before. */
export function TimeChart() {
  const site = useSite();
  const { days, query, hrefWith } = site;
  // The numbers and what draws them are fetched side by side.
  useEffect(() => void loadPlot().catch(() => undefined), []);
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
