import "./overview.css";
import type { AnnotationRecord } from "../../model/annotation.ts";
import type { Summary } from "../../model/summary.ts";
import { type Answer, useAnswer } from "../api/answer.ts";
import type { WithImports } from "../api/answers.ts";
import { summaryPath } from "../api/paths.ts";
import { lazy } from "../components/lazy.tsx";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { statisticsWords } from "../words/statistics.ts";
import { TimeChart } from "./time-chart.tsx";
import { TotalsRow } from "./totals-row.tsx";

/** Says how numbers of days that were imported as totals differ from others. */
export const ImportsNote = lazy(
  () => import("./imports-note.tsx"),
  (module) => module.ImportsNote,
);

interface SummaryAnswer extends WithImports {
  readonly data: Summary;
  readonly meta?: WithImports["meta"] & { readonly compared_until?: string };
}

interface OverviewProps {
  readonly summary: Answer<SummaryAnswer>;
  readonly annotations: readonly AnnotationRecord[];
}

/** Shows the totals of the range and its chart, and which days were imported as totals. */
export function Overview({ summary, annotations }: OverviewProps) {
  const { data, isCurrent, failure, retry } = summary;
  const imports = data?.meta?.imports;
  return (
    <>
      {imports && <ImportsNote imports={imports} />}
      <section class="surface overview" aria-label={statisticsWords.overview}>
        {failure && !isCurrent ? (
          <Notice failure={failure} onRetry={retry} />
        ) : (
          <TotalsRow summary={data?.data} isCurrent={isCurrent} />
        )}
        <TimeChart annotations={annotations} />
      </section>
    </>
  );
}

/** Fetches the totals of the range. */
export function useSummary(): Answer<SummaryAnswer> {
  const { paths, days, query, comparison } = useSite();
  return useAnswer(summaryPath(paths.summary, { days, population: query, comparison }));
}
