import { statPath, summaryPath } from "../api/addresses.ts";
import { getAllStats } from "../api/all-stats.ts";
import { useAnswer } from "../api/answer.ts";
import type { Stat, Summary } from "../api/answers.ts";
import { daysBefore } from "../ranges.ts";
import { type Site, useSite } from "../site.ts";
import { type Totals, totalsOfSummary, totalsOfVisits } from "../totals.ts";
import { Notice } from "./notice.tsx";
import { TimeChart } from "./time-chart.tsx";
import { TotalsRow } from "./totals-row.tsx";

/** The totals of the range and how it went. */
export function Overview() {
  const site = useSite();
  const isFiltered = site.query.filters.length > 0;
  return (
    <section class="surface overview" aria-label="Overview">
      {isFiltered ? <FilteredTotals site={site} /> : <PlainTotals site={site} />}
      <TimeChart />
    </section>
  );
}

function PlainTotals({ site }: { readonly site: Site }) {
  const path = summaryPath(site.addresses.summary, site.days, site.query.isCompared);
  const answer = useAnswer<{ data: Summary }>(path);
  return <Shown answer={answer} totals={answer.data && totalsOfSummary(answer.data.data)} />;
}

/** A summary knows no filters, so visits are summed; by month, which keeps the list short. */
function FilteredTotals({ site }: { readonly site: Site }) {
  const { addresses, days, query } = site;
  const question = { name: "visit", interval: "month", sortBy: "value", perPage: 100 } as const;
  const pathOf = (range: typeof days) =>
    statPath(addresses.stats, { ...question, days: range, filters: query.filters });
  const now = useAnswer<readonly Stat[]>(pathOf(days), getAllStats);
  const earlierPath = query.isCompared ? pathOf(daysBefore(days)) : undefined;
  const before = useAnswer<readonly Stat[]>(earlierPath, getAllStats);
  const isKnown = now.data && (before.data || !query.isCompared);
  const totals = isKnown
    ? totalsOfVisits(now.data, query.isCompared ? before.data : undefined)
    : undefined;
  const answer = {
    isCurrent: now.isCurrent && (before.isCurrent || !query.isCompared),
    failure: now.failure ?? before.failure,
    retry: now.retry,
  };
  return <Shown answer={answer} totals={totals} />;
}

interface ShownProps {
  readonly answer: Pick<ReturnType<typeof useAnswer>, "isCurrent" | "failure" | "retry">;
  readonly totals: Totals | undefined;
}

function Shown({ answer: { isCurrent, failure, retry }, totals }: ShownProps) {
  if (failure && !isCurrent) return <Notice failure={failure} onRetry={retry} />;
  return <TotalsRow totals={totals} isCurrent={isCurrent} />;
}
