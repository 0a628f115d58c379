import { useEffect } from "preact/hooks";
import type { AnnotationRecord } from "../../model/annotation.ts";
import { type Interval, isOfClock } from "../../model/choices.ts";
import { goTo } from "../address/address.ts";
import { defaultInterval, intervalsFor, shownInterval } from "../address/intervals.ts";
import { Chart, loadPlot } from "../chart/chart.tsx";
import { useChartData } from "../chart/chart-data.ts";
import { Choice } from "../components/choice.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { openPoints } from "../site/open-points.ts";
import { hasHours } from "../site/series.ts";
import { useSite } from "../site/site.ts";
import { chartWords } from "../words/chart.ts";
import { metricsWords } from "../words/metrics.ts";
import { format } from "../words/reader.ts";

interface TimeChartProps {
  readonly annotations: readonly AnnotationRecord[];
}

/** Shows the chosen number over the range, compared with an earlier period. */
export function TimeChart({ annotations }: TimeChartProps) {
  const site = useSite();
  const { mayWrite, days, earlier, query, today, hrefWith } = site;
  const { metric } = query;
  // Load the drawing code while the numbers are being fetched.
  useEffect(() => void loadPlot().catch(() => undefined), []);
  const interval = shownInterval(days, today, query.interval);
  const { data, isCurrent, isEarlierEmpty, failure, retry } = useChartData(site, interval);
  const options = intervalsFor(days, today).map((value) => ({
    value,
    label: chartWords.intervals[value],
  }));
  const choose = (name: Interval) =>
    goTo(hrefWith({ interval: name === defaultInterval(days) ? undefined : name }));
  const openDays = (first: string, last: string) => openPoints(site, interval, first, last);
  const annotate = (point: string) =>
    goTo(hrefWith({ open: { name: "annotations", point } }), { opens: true });
  const isMissing = isOfClock(interval) && !hasHours(metric);
  return (
    <div class="time-chart">
      <div class="time-chart-head">
        <p class="legend" aria-hidden="true">
          <span class="key main-line">{metricsWords.names[metric]}</span>
          {metric === "visitors" && (
            <span class="key views-line">{metricsWords.names.pageviews}</span>
          )}
          {earlier && !isEarlierEmpty && <span class="key before">{format.days(earlier)}</span>}
        </p>
        {earlier && isEarlierEmpty && (
          <p class="muted">{chartWords.nothingBefore(format.days(earlier))}</p>
        )}
        {options.length > 1 && (
          <Choice label={chartWords.points} options={options} chosen={interval} onChoose={choose} />
        )}
        {(mayWrite || annotations.length > 0) && (
          <Link
            class="quiet-button"
            href={hrefWith({ open: { name: "annotations", point: undefined } })}
            opens
          >
            {chartWords.notes}
          </Link>
        )}
        {mayWrite && (
          <Link class="quiet-button" href={hrefWith({ open: "alert" })} opens>
            {chartWords.tellMe}
          </Link>
        )}
        <Link
          class="quiet-button"
          href={hrefWith({ open: { name: "visitor", search: "", page: 1, sort: "value" } })}
          opens
        >
          {chartWords.table}
        </Link>
      </div>
      <div
        class="chart-frame"
        data-stale={!isCurrent && !failure}
        aria-busy={!isCurrent && !failure}
      >
        {failure && !isCurrent && <Notice failure={failure} onRetry={retry} isBrief />}
        {data && (isCurrent || !failure) && !isMissing && (
          <Chart
            data={data}
            annotations={annotations}
            onChoose={openDays}
            onAnnotate={mayWrite ? annotate : undefined}
          />
        )}
        {isMissing && <p class="chart-empty">{chartWords.notByHour}</p>}
        {data && isCurrent && !isMissing && !data.hasVisitors && (
          <p class="chart-empty">
            {query.filters.length > 0 || query.segment !== undefined
              ? chartWords.noneOfFilters
              : chartWords.noVisitors}
          </p>
        )}
      </div>
    </div>
  );
}
