import type { FunnelRecord } from "../../model/funnel.ts";
import type { FunnelStat, FunnelStats } from "../../model/funnel-stats.ts";
import { goTo } from "../address/address.ts";
import { wordsOf } from "../address/dimension-words.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { comparisonParams, reportPath } from "../api/report-path.ts";
import { Icon } from "../components/icon.tsx";
import { pageToCome } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { DimensionSelect, Select } from "../components/select.tsx";
import { useSite } from "../site/site.ts";
import { funnelsWords as words } from "../words/funnels.ts";
import { format } from "../words/reader.ts";
import { reportTabsWords } from "../words/report-tabs.ts";
import { reportsWords } from "../words/reports.ts";
import { type Column, countColumn, rateColumn, valueColumn } from "./columns.tsx";
import { FunnelDialog } from "./funnel-dialog.tsx";
import { FunnelSteps } from "./funnel-steps.tsx";
import { OverTime } from "./over-time.tsx";
import { percentOrNone } from "./percent.ts";
import { ReportBar } from "./report-bar.tsx";
import { ReportList } from "./report-list.tsx";
import { TotalList } from "./total-list.tsx";
import { shareTotalOf, totalOf } from "./totals.ts";
import { useReport } from "./use-report.ts";

/** Shows the funnels of a website, one at a time. */
export function FunnelsView() {
  const site = useSite();
  const { report } = useReport();
  const listPath = `${site.paths.website}/funnels?per_page=100&sort_by=name&sort=asc`;
  const { data, failure, isCurrent, retry } = useAnswer<Page<FunnelRecord>>(listPath);
  const funnels = data?.data ?? [];
  const shown = funnels.find(({ id }) => id === report.id) ?? funnels[0];
  const edited = funnels.find(({ id }) => id === report.form);
  return (
    <>
      <ReportBar hasComparison />
      {failure && !isCurrent && <Notice failure={failure} onRetry={retry} />}
      {!data && !failure && pageToCome}
      {data && shown === undefined && <NoFunnels />}
      {shown && <Funnel key={shown.id} funnel={shown} funnels={funnels} />}
      {site.mayWrite && (report.form === "new" || edited) && (
        <FunnelDialog key={report.form} funnel={edited} />
      )}
    </>
  );
}

interface FunnelProps {
  readonly funnel: FunnelRecord;
  readonly funnels: readonly FunnelRecord[];
}

function Funnel({ funnel, funnels }: FunnelProps) {
  const site = useSite();
  const { report, freshHref } = useReport();
  const { id } = funnel;
  const { by = "source" } = report;
  const statsPath = (params: object) => reportPath(site, `funnels/${id}/stats`, { ...params });
  return (
    <>
      <section class="surface report" aria-label={funnel.name}>
        <header class="report-head">
          <h2>{funnel.name}</h2>
          <p class="muted">{words.within[funnel.within]}</p>
          {funnels.length > 1 && (
            <Select
              label={words.funnel}
              value={String(id)}
              onSelect={(chosen) => goTo(freshHref({ id: Number(chosen) }))}
            >
              {funnels.map((each) => (
                <option key={each.id} value={String(each.id)}>
                  {each.name}
                </option>
              ))}
            </Select>
          )}
          <FunnelActions id={id} />
        </header>
        <FunnelNumbers funnel={funnel} path={statsPath(comparisonParams(site))} />
      </section>
      <OverTime<FunnelStat>
        title={words.overTime}
        path={statsPath({ name: "visitor" })}
        numberOf={({ completed }) => completed}
        textOf={({ completed, entered, conversion_rate }) =>
          reportsWords.partOf(completed, entered, percentOrNone(conversion_rate, completed))
        }
        columns={totalColumns}
      />
      <ReportList<FunnelStat>
        title={wordsOf(by).many}
        path={statsPath({ name: by })}
        columns={[valueColumn(by, wordsOf(by).one), ...totalColumns, ...stepColumns(funnel)]}
        keyOf={({ value }) => value}
        barOf={({ entered }) => entered}
        usualSort="entered"
        search={reportsWords.search}
        empty={words.noneEntered}
      >
        <DimensionSelect
          value={by}
          onSelect={(name) => goTo(freshHref({ id, by: name }), { replace: true })}
        />
      </ReportList>
    </>
  );
}

const totalColumns = [
  countColumn("entered", words.entered),
  countColumn("completed", words.completed),
  rateColumn("completed", words.rate),
] as const;

/** The first and the last step have columns already. */
function stepColumns({ steps }: FunnelRecord): readonly Column<FunnelStat>[] {
  return steps.slice(1, -1).map((_, i) => ({
    name: `step ${i + 2}`,
    label: words.step(i + 2),
    show: ({ steps: reached }) => format.count(reached[i + 1] ?? 0),
  }));
}

function FunnelActions({ id }: { readonly id: number }) {
  const { mayWrite } = useSite();
  const { hrefOf } = useReport();
  if (!mayWrite) return null;
  return (
    <>
      <Link class="button" href={hrefOf({ form: id })} opens>
        {words.edit}
      </Link>
      <Link class="button" href={hrefOf({ form: "new" })} opens>
        <Icon name="plus" />
        {reportTabsWords.add.funnels}
      </Link>
    </>
  );
}

interface FunnelNumbersProps {
  readonly funnel: FunnelRecord;
  readonly path: string;
}

function FunnelNumbers({ funnel, path }: FunnelNumbersProps) {
  const { data, isCurrent, failure, retry } = useAnswer<{ data: FunnelStats }>(path);
  if (failure && !isCurrent) return <Notice failure={failure} onRetry={retry} />;
  const stats = data?.data;
  const rateText = (share: number) => percentOrNone(share, stats?.completed ?? 0);
  return (
    <>
      <TotalList
        isCurrent={isCurrent}
        totals={[
          totalOf(reportsWords.visitors, stats, "visitors", format.count),
          totalOf(words.entered, stats, "entered", format.count),
          totalOf(words.completed, stats, "completed", format.count),
          shareTotalOf(words.rate, stats, "conversion_rate", rateText),
        ]}
      />
      <div
        class="funnel-frame"
        style={{ "--steps": funnel.steps.length }}
        data-stale={!isCurrent}
        aria-busy={!isCurrent}
      >
        {stats && <FunnelSteps name={funnel.name} steps={stats.steps} />}
      </div>
    </>
  );
}

function NoFunnels() {
  const { mayWrite } = useSite();
  const { hrefOf } = useReport();
  return (
    <section class="surface report-none">
      <h2>{words.none}</h2>
      <p class="muted">{words.about}</p>
      {mayWrite && (
        <Link class="button primary" href={hrefOf({ form: "new" })} opens>
          <Icon name="plus" />
          {reportTabsWords.add.funnels}
        </Link>
      )}
    </section>
  );
}
