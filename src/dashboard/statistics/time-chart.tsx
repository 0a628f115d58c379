import { useEffect } from "preact/hooks";
import { goTo } from "../address/address.ts";
import {
  defaultInterval,
  type Interval,
  intervalsFor,
  shownInterval,
} from "../address/intervals.ts";
import type { AnnotationRecord } from "../api/answers.ts";
import { Chart, loadPlot } from "../chart/chart.tsx";
import { useChartData } from "../chart/chart-data.ts";
import { Choice } from "../components/choice.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { sumOf } from "../site/series.ts";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";

interface TimeChartProps {
  readonly annotations: readonly AnnotationRecord[];
}

/** Shows visitors and page views of the range, compared with an earlier period. */
export function TimeChart({ annotations }: TimeChartProps) {
  const site = useSite();
  const { mayWrite, days, earlier, query, hrefWith } = site;
  // Load the drawing code while the numbers are being fetched.
  useEffect(() => void loadPlot().catch(() => undefined), []);
  const interval = shownInterval(days, query.interval);
  const { data, isCurrent, isEarlierEmpty, failure, retry } = useChartData(site, interval);
  const options = intervalsFor(days).map((name) => ({ value: name, label: intervalLabels[name] }));
  const choose = (name: Interval) =>
    goTo(hrefWith({ interval: name === defaultInterval(days) ? undefined : name }));
  const annotate = (point: string) =>
    goTo(hrefWith({ open: { name: "annotations", point } }), { opens: true });
  return (
    <div class="time-chart">
      <div class="time-chart-head">
        <p class="legend" aria-hidden="true">
          <span class="key visitors">Visitors</span>
          <span class="key pageviews">Page views</span>
          {earlier && !isEarlierEmpty && <span class="key before">{format.days(earlier)}</span>}
        </p>
        {earlier && isEarlierEmpty && <p class="muted">No data for {format.days(earlier)}</p>}
        {options.length > 1 && (
          <Choice label="Points" options={options} chosen={interval} onChoose={choose} />
        )}
        {(mayWrite || annotations.length > 0) && (
          <Link
            class="quiet-button"
            href={hrefWith({ open: { name: "annotations", point: undefined } })}
            title="Notes on days"
            opens
          >
            Annotations
          </Link>
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
        {data && (isCurrent || !failure) && (
          <Chart data={data} annotations={annotations} onChoose={mayWrite ? annotate : undefined} />
        )}
        {data && isCurrent && sumOf(data.series.visitors) === 0 && (
          <p class="chart-empty">No visitors in this period.</p>
        )}
      </div>
    </div>
  );
}

const intervalLabels: Readonly<Record<Interval, string>> = {
  hour: "Hours",
  day: "Days",
  week: "Weeks",
  month: "Months",
};
