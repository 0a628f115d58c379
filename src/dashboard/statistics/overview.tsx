import { useAnswer } from "../api/answer.ts";
import type { AnnotationRecord, Summary } from "../api/answers.ts";
import { summaryPath } from "../api/paths.ts";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { TimeChart } from "./time-chart.tsx";
import { TotalsRow } from "./totals-row.tsx";

interface OverviewProps {
  readonly annotations: readonly AnnotationRecord[];
}

/** Shows the totals of the range and its chart. */
export function Overview({ annotations }: OverviewProps) {
  return (
    <section class="surface overview" aria-label="Overview">
      <Totals />
      <TimeChart annotations={annotations} />
    </section>
  );
}

function Totals() {
  const { paths, days, query } = useSite();
  const path = summaryPath(paths.summary, {
    days,
    population: query,
    comparison: query.comparison,
  });
  const { data, isCurrent, failure, retry } = useAnswer<{ data: Summary }>(path);
  if (failure && !isCurrent) return <Notice failure={failure} onRetry={retry} />;
  return <TotalsRow summary={data?.data} isCurrent={isCurrent} />;
}
