import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { GoalRecord } from "../../model/goal.ts";
import type { GoalStat } from "../../model/goal-stat.ts";
import { reachedGoal } from "../address/make-filters.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { comparisonParams, reportPath } from "../api/report-path.ts";
import { Change } from "../components/change.tsx";
import { Icon } from "../components/icon.tsx";
import { pageToCome } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import type { Shift } from "../components/shift.ts";
import { useSite } from "../site/site.ts";
import { goalsWords as words } from "../words/goals.ts";
import { format } from "../words/reader.ts";
import { reportTabsWords } from "../words/report-tabs.ts";
import { reportsWords } from "../words/reports.ts";
import { type Column, revenueColumn } from "./columns.tsx";
import { DeletedGoal } from "./deleted-goal.tsx";
import { GoalDetails } from "./goal-details.tsx";
import { GoalDialog } from "./goal-dialog.tsx";
import { matcherText } from "./matcher-text.ts";
import { percentOrNone } from "./percent.ts";
import { ReportBar } from "./report-bar.tsx";
import { ReportList } from "./report-list.tsx";
import { shareTotalOf } from "./totals.ts";
import { useReport } from "./use-report.ts";
import { useStatisticsHref } from "./use-statistics-href.ts";

/** Shows the goals of a website, or one of them in detail. */
export function GoalsView() {
  const site = useSite();
  const { report } = useReport();
  const [deleted, setDeleted] = useState<GoalRecord>();
  const listPath = `${site.paths.website}/goals?per_page=100`;
  const { data, isCurrent, failure, retry } = useAnswer<Page<GoalRecord>>(listPath);
  const goals = data?.data ?? [];
  const shown = goals.find(({ id }) => id === report.id);
  const edited = goals.find(({ id }) => id === report.form);
  return (
    <>
      <ReportBar hasComparison />
      <DeletedGoal goal={deleted} />
      {failure && !isCurrent && <Notice failure={failure} onRetry={retry} isBrief />}
      {report.id === undefined && <GoalList goals={goals} isEmpty={data?.meta.total === 0} />}
      {report.id !== undefined && !data && !failure && pageToCome}
      {report.id !== undefined && data && (
        <GoalDetails key={report.id} id={report.id} goal={shown} />
      )}
      {site.mayWrite && (report.form === "new" || edited) && (
        <GoalDialog key={report.form} goal={edited} onDeleted={setDeleted} />
      )}
    </>
  );
}

interface GoalListProps {
  readonly goals: readonly GoalRecord[];
  readonly isEmpty: boolean;
}

function GoalList({ goals, isEmpty }: GoalListProps) {
  const site = useSite();
  const { hrefOf } = useReport();
  if (isEmpty) return <NoGoals />;
  return (
    <ReportList<GoalStat>
      title={reportTabsWords.names.goals}
      path={reportPath(site, "goals/stats", comparisonParams(site))}
      columns={[
        {
          name: "name",
          label: words.goal,
          show: ({ id, name }) => <GoalName id={id} name={name} goals={goals} />,
          isSorted: true,
        },
        ...numberColumns,
        {
          name: "actions",
          label: words.actions,
          hasActions: true,
          show: ({ id, name }) => <GoalActions id={id} name={name} />,
        },
      ]}
      keyOf={({ id }) => id}
      barOf={({ visitors }) => visitors}
      usualSort="visitors"
      search={words.search}
      empty={words.noneNamed}
    >
      {site.mayWrite && (
        <Link class="button" href={hrefOf({ form: "new" })} opens>
          <Icon name="plus" />
          {reportTabsWords.add.goals}
        </Link>
      )}
    </ReportList>
  );
}

const numberColumns: readonly Column<GoalStat>[] = [
  {
    name: "visitors",
    label: reportsWords.visitors,
    show: ({ visitors, change }) => (
      <Changed text={format.count(visitors)} change={change?.visitors} />
    ),
    isSorted: true,
  },
  {
    name: "conversions",
    label: words.conversions,
    show: ({ conversions, change }) => (
      <Changed text={format.count(conversions)} change={change?.conversions} />
    ),
    isSorted: true,
  },
  {
    name: "conversion_rate",
    label: words.rate,
    show: (goal) => {
      const textOf = (share: number) => percentOrNone(share, goal.visitors);
      return <Changed {...shareTotalOf(words.rate, goal, "conversion_rate", textOf)} />;
    },
    isSorted: true,
  },
  revenueColumn,
];

interface ChangedProps extends Pick<Shift, "points" | "isSame"> {
  readonly text: ComponentChildren;
  /** Undefined where nothing is compared. */
  readonly change?: number | null | undefined;
}

function Changed({ text, change, ...shift }: ChangedProps) {
  if (change === undefined) return <>{text}</>;
  return (
    <>
      {text}
      <span class="cell-change">
        <Change change={change} {...shift} />
      </span>
    </>
  );
}

interface GoalNameProps {
  readonly id: number;
  readonly name: string;
  readonly goals: readonly GoalRecord[];
}

function GoalName({ id, name, goals }: GoalNameProps) {
  const { freshHref } = useReport();
  const goal = goals.find((other) => other.id === id);
  return (
    <>
      <Link href={freshHref({ id })} title={name}>
        {name}
      </Link>
      {goal && <span class="row-note">{matcherText(goal)}</span>}
    </>
  );
}

function GoalActions({ id, name }: { readonly id: number; readonly name: string }) {
  const { mayWrite } = useSite();
  const { hrefOf } = useReport();
  const statisticsHref = useStatisticsHref();
  return (
    <span class="row-actions">
      <Link href={statisticsHref([reachedGoal(name)])} aria-label={words.showVisitorsOf(name)}>
        {words.showVisitors}
      </Link>
      {mayWrite && (
        <Link href={hrefOf({ form: id })} aria-label={words.editNamed(name)} opens>
          {words.edit}
        </Link>
      )}
    </span>
  );
}

function NoGoals() {
  const { mayWrite } = useSite();
  const { hrefOf } = useReport();
  return (
    <section class="surface report-none">
      <h2>{words.none}</h2>
      <p class="muted">{words.about}</p>
      {mayWrite && (
        <Link class="button primary" href={hrefOf({ form: "new" })} opens>
          <Icon name="plus" />
          {reportTabsWords.add.goals}
        </Link>
      )}
    </section>
  );
}
