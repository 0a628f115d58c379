import "./overview.css";
import { useRef } from "preact/hooks";
import type { AnnotationRecord } from "../../model/annotation.ts";
import type { Summary } from "../../model/summary.ts";
import { type Answer, useAnswer } from "../api/answer.ts";
import type { WithMeta } from "../api/answers.ts";
import { summaryPath } from "../api/paths.ts";
import { lazy } from "../components/lazy.tsx";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { statisticsWords } from "../words/statistics.ts";
import { TimeChart } from "./time-chart.tsx";
import { TotalsRow } from "./totals-row.tsx";

const HiddenNote = lazy(
  () => import("./hidden-note.tsx"),
  (module) => module.HiddenNote,
);
const ImportsNote = lazy(
  () => import("./imports-note.tsx"),
  (module) => module.ImportsNote,
);

/** Says what the numbers of an answer leave out, and which days were imported as totals. */
export function Notes({ data, isCurrent }: Pick<Answer<WithMeta>, "data" | "isCurrent">) {
  const { view, counted } = useSite().query;
  const { imports, hidden } = data?.meta ?? {};
  // The choice keeps its place, and the focus, until the numbers are there.
  const isHiding = useRef(false);
  isHiding.current = hidden !== undefined || (isHiding.current && !isCurrent);
  if (counted !== undefined) isHiding.current = true;
  return (
    <>
      {isHiding.current && view !== "reads" && <HiddenNote hidden={hidden} />}
      {imports && <ImportsNote imports={imports} />}
    </>
  );
}

interface SummaryAnswer extends WithMeta {
  readonly data: Summary;
  readonly meta?: WithMeta["meta"] & { readonly compared_until?: string };
}

interface OverviewProps {
  readonly summary: Answer<SummaryAnswer>;
  readonly annotations: readonly AnnotationRecord[];
}

/** Shows the totals of the range and its chart, and what is to know about them. */
export function Overview({ summary, annotations }: OverviewProps) {
  const { data, isCurrent, failure, retry } = summary;
  return (
    <>
      <Notes {...summary} />
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
