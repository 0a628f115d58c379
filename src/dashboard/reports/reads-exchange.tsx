import type { Purpose } from "../../model/choices.ts";
import type { ReadsExchange } from "../../model/reads.ts";
import { useAnswer } from "../api/answer.ts";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";
import { readsWords as words } from "../words/reads.ts";
import { reportsWords } from "../words/reports.ts";
import type { Column } from "./columns.tsx";
import { purposes } from "./reads-names.ts";
import { readsPath } from "./reads-query.ts";
import { ReadsValue } from "./reads-value.tsx";
import { ReportTable } from "./report-table.tsx";

/** Shows what the operators of assistants read, and the visits that their assistants sent. */
export function Exchange() {
  const path = readsPath(useSite(), "reads/exchange");
  const answer = useAnswer<{ readonly data: readonly ReadsExchange[] }>(path);
  const { data, isCurrent, failure, retry } = answer;
  const rows = data?.data ?? [];
  const most = rows.toSorted((a, b) => b.visits - a.visits)[0];
  return (
    <section class="surface report exchange" aria-label={words.exchange}>
      <header class="report-head">
        <h2>{words.exchange}</h2>
      </header>
      <p class="report-note muted">
        {words.exchangeHint} {most && sentenceOf(most)}
      </p>
      <div
        class="report-body"
        data-stale={!isCurrent && !failure}
        aria-busy={!isCurrent && !failure}
      >
        {failure && !isCurrent && <Notice failure={failure} onRetry={retry} isBrief />}
        {data && rows.length === 0 && <p class="empty">{words.noExchange}</p>}
        {rows.length > 0 && (
          <ReportTable
            caption={words.exchange}
            columns={columnsOf(rows)}
            rows={rows}
            keyOf={({ operator }) => operator}
          />
        )}
      </div>
    </section>
  );
}

function sentenceOf(row: ReadsExchange): string {
  const [reads, { operator, visits }] = [sumOf(row), row];
  return words.exchangeOf(operator, reads, format.count(reads), visits, format.count(visits));
}

function sumOf({ reads }: ReadsExchange): number {
  return Object.values(reads).reduce((sum, count) => sum + count, 0);
}

const perReads = 1000;

type ExchangeColumns = readonly [Column<ReadsExchange>, ...Column<ReadsExchange>[]];

/** Returns a column for each purpose that one of the operators has. */
function columnsOf(rows: readonly ReadsExchange[]): ExchangeColumns {
  const shown = purposes.filter((purpose) => rows.some(({ reads }) => reads[purpose]));
  const ofPurpose = (name: Purpose): Column<ReadsExchange> => ({
    name,
    label: words.values.purpose[name],
    show: ({ reads }) => format.count(reads[name] ?? 0),
  });
  return [
    {
      name: "operator",
      label: words.one.operator,
      show: ({ operator }) => <ReadsValue name="operator" value={operator} />,
    },
    ...shown.map(ofPurpose),
    { name: "reads", label: words.reads, show: (row) => format.count(sumOf(row)) },
    { name: "visits", label: reportsWords.visits, show: ({ visits }) => format.count(visits) },
    {
      name: "visits_per_1000_reads",
      label: words.visitsPerReads(format.count(perReads)),
      show: ({ visits_per_1000_reads: visits }) => (visits === null ? "–" : format.ratio(visits)),
    },
  ];
}
