import type { Engagement } from "../../model/engagement.ts";
import { useAnswer } from "../api/answer.ts";
import type { Compared } from "../api/answers.ts";
import { comparisonParams, reportPath } from "../api/report-path.ts";
import { durationSteps } from "../chart/ticks.ts";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { DimensionValue } from "../statistics/breakdown-table.tsx";
import { engagementWords as words } from "../words/engagement.ts";
import { format } from "../words/reader.ts";
import { reportTabsWords } from "../words/report-tabs.ts";
import { reportsWords } from "../words/reports.ts";
import { type Column, countColumn } from "./columns.tsx";
import { OverTime } from "./over-time.tsx";
import { ReportBar } from "./report-bar.tsx";
import { ReportList } from "./report-list.tsx";
import { TotalList } from "./total-list.tsx";
import { shareTotalOf, totalOf } from "./totals.ts";

/** The numbers of a summary about engagement. */
interface EngagementSummary
  extends Compared<"engaged_visitors" | "engagement_seconds" | "scroll_depth"> {
  readonly engaged_visitors: number;
  readonly engagement_seconds: number | null;
  readonly scroll_depth: number | null;
}

/** Shows how long visitors looked at pages, and how far they scrolled. */
export function EngagementView() {
  const site = useSite();
  const path = reportPath(site, "engagement");
  return (
    <>
      <ReportBar hasComparison />
      <section class="surface report" aria-label={reportTabsWords.names.engagement}>
        <header class="report-head">
          <h2>{reportTabsWords.names.engagement}</h2>
          <p class="muted">{words.about}</p>
        </header>
        <Totals path={reportPath(site, "summary", comparisonParams(site))} />
      </section>
      <OverTime<Engagement>
        title={words.time}
        path={path}
        numberOf={({ seconds }) => seconds ?? 0}
        textOf={({ seconds }) => durationOrNone(seconds)}
        steps={durationSteps}
        tickText={format.duration}
        columns={numberColumns}
      />
      <ReportList<Engagement>
        title={words.pages}
        path={path}
        columns={[
          {
            name: "value",
            label: words.page,
            show: (page) => <DimensionValue name="page" stat={page} />,
            isSorted: true,
          },
          ...numberColumns,
        ]}
        keyOf={({ value }) => value}
        barOf={({ visitors }) => visitors}
        usualSort="visitors"
        search={words.search}
        empty={reportsWords.noData}
      />
    </>
  );
}

const numberColumns: readonly Column<Engagement>[] = [
  countColumn("visitors", reportsWords.visitors),
  {
    name: "seconds",
    label: words.pageTime,
    show: ({ seconds }) => durationOrNone(seconds),
    isSorted: true,
  },
  {
    name: "scroll_depth",
    label: words.scrolled,
    show: ({ scroll_depth }) => depthOrNone(scroll_depth),
    isSorted: true,
  },
];

function Totals({ path }: { readonly path: string }) {
  const { data, isCurrent, failure, retry } = useAnswer<{ data: EngagementSummary }>(path);
  if (failure && !isCurrent) return <Notice failure={failure} onRetry={retry} />;
  return (
    <TotalList
      isCurrent={isCurrent}
      totals={[
        totalOf(words.visitors, data?.data, "engaged_visitors", format.count),
        totalOf(words.time, data?.data, "engagement_seconds", format.duration),
        shareTotalOf(words.deepest, data?.data, "scroll_depth", depthOrNone, 100),
      ]}
    />
  );
}

function durationOrNone(seconds: number | null): string {
  return seconds === null ? "–" : format.duration(seconds);
}

/** The API gives percent, not a share. */
function depthOrNone(percent: number | null): string {
  return percent === null ? "–" : format.percent(percent / 100);
}
