import "./reads.css";
import type { ReadsSummary } from "../../model/reads.ts";
import { useAnswer } from "../api/answer.ts";
import type { Compared } from "../api/answers.ts";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";
import { readsWords as words } from "../words/reads.ts";
import { reportTabsWords } from "../words/report-tabs.ts";
import { NoReads } from "./no-reads.tsx";
import { ReadsBar } from "./reads-bar.tsx";
import { ReadsCard, ReadsDialog } from "./reads-card.tsx";
import { Exchange } from "./reads-exchange.tsx";
import { ReadsOverTime } from "./reads-over-time.tsx";
import { readsFilters, summaryPath } from "./reads-query.ts";
import { TotalList } from "./total-list.tsx";
import { shareTotalOf, totalOf } from "./totals.ts";

type Numbers = Omit<ReadsSummary, "previous" | "change"> &
  Compared<Exclude<keyof ReadsSummary, "from" | "to" | "previous" | "change">>;

/** Shows what crawlers, assistants and other programs have read. */
export function ReadsView() {
  const site = useSite();
  const answer = useAnswer<{ readonly data: Numbers }>(summaryPath(site));
  const { data, isCurrent, failure, retry } = answer;
  const isEmpty = isCurrent && data?.data.reads === 0 && readsFilters(site.query).length === 0;
  return (
    <>
      <ReadsBar />
      <section class="surface report" aria-label={reportTabsWords.names.reads}>
        <header class="report-head">
          <h2>{reportTabsWords.names.reads}</h2>
          <p class="muted">{words.about}</p>
        </header>
        {failure && !isCurrent ? (
          <Notice failure={failure} onRetry={retry} />
        ) : (
          <Totals of={data?.data} isCurrent={isCurrent} />
        )}
      </section>
      {isEmpty ? <NoReads /> : <Reports />}
      <ReadsDialog />
    </>
  );
}

interface TotalsProps {
  /** Undefined until the first answer. */
  readonly of: Numbers | undefined;
  readonly isCurrent: boolean;
}

function Totals({ of, isCurrent }: TotalsProps) {
  return (
    <TotalList
      isCurrent={isCurrent}
      totals={[
        totalOf(words.reads, of, "reads", format.count),
        totalOf(words.many.reader, of, "readers", format.count),
        totalOf(words.many.operator, of, "operators", format.count),
        totalOf(words.many.page, of, "pages", format.count),
        { ...totalOf(words.notFound, of, "not_found", format.count), isReversed: true },
        shareTotalOf(words.verified, of, "verified_share", format.percent),
      ]}
    />
  );
}

function Reports() {
  return (
    <>
      <ReadsOverTime />
      <ReadsCard name="reader" rows={10} />
      <Exchange />
      <div class="reads-cards">
        <ReadsCard name="page" rows={10} />
        <ReadsCard name="operator" rows={10} />
        <ReadsCard name="unread" rows={7} />
        <ReadsCard name="missing" rows={7} />
        <ReadsCard name="purpose" rows={7} />
        <ReadsCard name="status" rows={7} />
        <ReadsCard name="verified" rows={3} />
        <ReadsCard name="door" rows={3} />
      </div>
    </>
  );
}
