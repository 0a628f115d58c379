import { type Answer, useAnswer } from "../api/answer.ts";
import type { AnnotationRecord, Summary } from "../api/answers.ts";
import { summaryPath } from "../api/paths.ts";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { TimeChart } from "./time-chart.tsx";
import { TotalsRow } from "./totals-row.tsx";

interface OverviewProps {
  readonly summary: Answer<{ data: Summary }>;
  readonly annotations: readonly AnnotationRecord[];
}

/** Shows the totals of the range and its chart. */
export function Overview({ summary, annotations }: OverviewProps) {
  const { data, isCurrent, failure, retry } = summary;
  return (
    <section class="surface overview" aria-label="Overview">
      {failure && !isCurrent ? (
        <Notice failure={failure} onRetry={retry} />
      ) : (
        <TotalsRow summary={data?.data} isCurrent={isCurrent} />
      )}
      <TimeChart annotations={annotations} />
    </section>
  );
}

/** Fetches the totals of the range. */
export function useSummary(): Answer<{ data: Summary }> {
  const { paths, days, query } = useSite();
  const path = summaryPath(paths.summary, {
    days,
    population: query,
    comparison: query.comparison,
  });
  return useAnswer<{ data: Summary }>(path);
}
