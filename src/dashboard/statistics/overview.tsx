import { useAnswer } from "../api/answer.ts";
import type { AnnotationRecord, Summary, WithImports } from "../api/answers.ts";
import { summaryPath } from "../api/paths.ts";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { viewWords } from "../words/view.ts";
import { ImportsNote } from "./imports-note.tsx";
import { TimeChart } from "./time-chart.tsx";
import { TotalsRow } from "./totals-row.tsx";

interface OverviewProps {
  readonly annotations: readonly AnnotationRecord[];
}

interface SummaryAnswer extends WithImports {
  readonly data: Summary;
  readonly meta?: WithImports["meta"] & { readonly compared_until?: string };
}

/** Shows the totals of the range and its chart, and which days were imported as totals. */
export function Overview({ annotations }: OverviewProps) {
  const { paths, days, query, comparison } = useSite();
  const path = summaryPath(paths.summary, { days, population: query, comparison });
  const { data, isCurrent, failure, retry } = useAnswer<SummaryAnswer>(path);
  const imports = data?.meta?.imports;
  return (
    <>
      {imports && <ImportsNote imports={imports} />}
      <section class="surface overview" aria-label={viewWords.overview}>
        {failure && !isCurrent ? (
          <Notice failure={failure} onRetry={retry} />
        ) : (
          <TotalsRow
            summary={data?.data}
            isCurrent={isCurrent}
            comparedUntil={data?.meta?.compared_until}
          />
        )}
        <TimeChart annotations={annotations} />
      </section>
    </>
  );
}
