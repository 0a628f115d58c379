import type { Engagement } from "../../model/engagement.ts";
import { useAnswer } from "../api/answer.ts";
import type { Compared } from "../api/report-page.ts";
import { comparisonParams, reportPath } from "../api/report-path.ts";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { DimensionValue } from "../statistics/breakdown-table.tsx";
import { format } from "../words/reader.ts";
import { type Column, countColumn } from "./columns.tsx";
import { OverTime } from "./over-time.tsx";
import { ReportBar } from "./report-bar.tsx";
import { ReportList } from "./report-list.tsx";
import { sinceBefore, TotalList } from "./total-list.tsx";

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
      <section class="surface report" aria-label="Engagement">
        <header class="report-head">
          <h2>Engagement</h2>
          <p class="muted">While a page is in the foreground, for each visitor and day.</p>
        </header>
        <Totals path={reportPath(site, "summary", comparisonParams(site))} />
      </section>
      <OverTime<Engagement>
        title="Time on the website"
        path={path}
        numberOf={({ seconds }) => seconds ?? 0}
        textOf={({ seconds }) => durationOrNone(seconds)}
        unit={60}
        tickText={format.duration}
        columns={numberColumns}
      />
      <ReportList<Engagement>
        title="Pages"
        path={path}
        columns={[
          {
            name: "value",
            label: "Page",
            show: (page) => <DimensionValue name="page" stat={page} />,
            isSorted: true,
          },
          ...numberColumns,
        ]}
        keyOf={({ value }) => value}
        barOf={({ visitors }) => visitors}
        usualSort="visitors"
        search="Search pages"
        empty="No data for this period."
      />
    </>
  );
}

const numberColumns: readonly Column<Engagement>[] = [
  countColumn("visitors", "Visitors"),
  {
    name: "seconds",
    label: "Time",
    show: ({ seconds }) => durationOrNone(seconds),
    isSorted: true,
  },
  {
    name: "scroll_depth",
    label: "Scrolled",
    show: ({ scroll_depth }) => depthOrNone(scroll_depth),
    isSorted: true,
  },
];

function Totals({ path }: { readonly path: string }) {
  const { data, isCurrent, failure, retry } = useAnswer<{ data: EngagementSummary }>(path);
  if (failure && !isCurrent) return <Notice failure={failure} onRetry={retry} />;
  if (data === undefined) return null;
  const { engaged_visitors, engagement_seconds, scroll_depth } = data.data;
  return (
    <div data-stale={!isCurrent}>
      <TotalList
        totals={[
          {
            label: "Engaged visitors",
            text: format.count(engaged_visitors),
            ...sinceBefore(data.data, "engaged_visitors", format.count),
          },
          {
            label: "Time on the website",
            text: durationOrNone(engagement_seconds),
            ...sinceBefore(data.data, "engagement_seconds", durationOrNone),
          },
          {
            label: "Scroll depth",
            text: depthOrNone(scroll_depth),
            ...sinceBefore(data.data, "scroll_depth", depthOrNone),
          },
        ]}
      />
    </div>
  );
}

function durationOrNone(seconds: number | null): string {
  return seconds === null ? "–" : format.duration(seconds);
}

/** The API gives percent, not a share. */
function depthOrNone(percent: number | null): string {
  return percent === null ? "–" : format.percent(percent / 100);
}
