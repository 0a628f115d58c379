import type { GoalRecord } from "../../model/goal.ts";
import type { GoalStat, GoalValue } from "../../model/goal-stat.ts";
import { goTo } from "../address/address.ts";
import { wordsOf } from "../address/dimension-words.ts";
import { reachedGoal } from "../address/make-filters.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { comparisonParams, reportPath } from "../api/report-path.ts";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { DimensionSelect } from "../components/select.tsx";
import { useSite } from "../site/site.ts";
import { goalsWords as words } from "../words/goals.ts";
import { format } from "../words/reader.ts";
import { reportsWords } from "../words/reports.ts";
import { Amounts, countColumn, rateColumn, revenueColumn, valueColumn } from "./columns.tsx";
import { matcherText } from "./matcher-text.ts";
import { OverTime } from "./over-time.tsx";
import { percentOrNone } from "./percent.ts";
import { ReportList } from "./report-list.tsx";
import { TotalList } from "./total-list.tsx";
import { shareTotalOf, totalOf } from "./totals.ts";
import { useReport } from "./use-report.ts";
import { useStatisticsHref } from "./use-statistics-href.ts";

interface GoalDetailsProps {
  readonly id: number;
  /** Undefined if the goal is gone. */
  readonly goal: GoalRecord | undefined;
}

/** Shows one goal: its numbers, over time, and by the values of a dimension. */
export function GoalDetails({ id, goal }: GoalDetailsProps) {
  const site = useSite();
  const { report, hrefOf, freshHref } = useReport();
  const statisticsHref = useStatisticsHref();
  const back = (
    <Link class="quiet-button report-back" href={freshHref({})}>
      <Icon name="back" />
      {words.all}
    </Link>
  );
  if (goal === undefined) {
    return (
      <>
        {back}
        <p class="empty">{words.isGone}</p>
      </>
    );
  }
  const { by = "source" } = report;
  return (
    <>
      {back}
      <section class="surface report" aria-label={goal.name}>
        <header class="report-head">
          <h2>{goal.name}</h2>
          <p class="muted">{matcherText(goal)}</p>
          <Link class="button" href={statisticsHref([reachedGoal(goal.name)])}>
            {words.showVisitors}
          </Link>
          {site.mayWrite && (
            <Link class="button" href={hrefOf({ form: id })} opens>
              {words.edit}
            </Link>
          )}
        </header>
        <GoalTotals goal={goal} />
      </section>
      <OverTime<GoalValue>
        title={words.overTime}
        path={reportPath(site, `goals/${id}/stats`, { name: "visitor" })}
        hasHours
        numberOf={({ converted }) => converted}
        textOf={({ converted, conversion_rate }) =>
          reportsWords.withShare(converted, percentOrNone(conversion_rate, converted))
        }
        columns={numberColumns}
      />
      <ReportList<GoalValue>
        title={wordsOf(by).many}
        path={reportPath(site, `goals/${id}/stats`, { name: by })}
        columns={[valueColumn(by, wordsOf(by).one), ...numberColumns]}
        keyOf={({ value }) => value}
        barOf={({ converted }) => converted}
        usualSort="converted"
        search={reportsWords.search}
        empty={reportsWords.noData}
      >
        <DimensionSelect
          value={by}
          onSelect={(name) => goTo(freshHref({ id, by: name }), { replace: true })}
        />
      </ReportList>
    </>
  );
}

const numberColumns = [
  countColumn("visitors", reportsWords.visitors),
  countColumn("converted", words.reached),
  countColumn("conversions", words.conversions),
  rateColumn("converted", words.rate),
  revenueColumn,
] as const;

function GoalTotals({ goal }: { readonly goal: GoalRecord }) {
  const site = useSite();
  // The search also finds longer names.
  const params = { search: goal.name, per_page: 100, ...comparisonParams(site) };
  const path = reportPath(site, "goals/stats", params);
  const { data, isCurrent, failure, retry } = useAnswer<Page<GoalStat>>(path);
  if (failure && !isCurrent) return <Notice failure={failure} onRetry={retry} />;
  const stat = data?.data.find(({ id }) => id === goal.id);
  const rateText = (share: number) => percentOrNone(share, stat?.visitors ?? 0);
  return (
    <TotalList
      isCurrent={isCurrent}
      totals={[
        totalOf(reportsWords.visitors, stat, "visitors", format.count),
        totalOf(words.conversions, stat, "conversions", format.count),
        shareTotalOf(words.rate, stat, "conversion_rate", rateText),
        { label: reportsWords.revenue, text: <Amounts of={stat?.revenue ?? []} /> },
      ]}
    />
  );
}
