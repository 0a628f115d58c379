import { useAnswer } from "../api/answer.ts";
import type { AnnotationRecord, Summary } from "../api/answers.ts";
import { summaryPath } from "../api/paths.ts";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { viewWords } from "../words/view.ts";
import { TimeChart } from "./time-chart.tsx";
import { TotalsRow } from "./totals-row.tsx";

interface OverviewProps {
  readonly annotations: readonly AnnotationRecord[];
}

/** Shows the totals of the range and its chart. */
export function Overview({ annotations }: OverviewProps) {
  return (
    <section class="surface overview" aria-label={viewWords.overview}>
      <Totals />
      <TimeChart annotations={annotations} />
    </section>
  );
}

interface SummaryAnswer {
  readonly data: Summary;
  readonly meta?: { readonly compared_until?: string };
}

function Totals() {
  const { paths, days, query, comparison } = useSite();
  const path = summaryPath(paths.summary, {
    days,
    population: query,
    comparison,
  });
  const { data, isCurrent, failure, retry } = useAnswer<SummaryAnswer>(path);
  if (failure && !isCurrent) return <Notice failure={failure} onRetry={retry} />;
  return (
    <TotalsRow
      summary={data?.data}
      isCurrent={isCurrent}
      comparedUntil={data?.meta?.compared_until}
    />
  );
}
