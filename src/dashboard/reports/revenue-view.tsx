import type { Revenue, RevenueStat } from "../../model/revenue.ts";
import { goTo } from "../address/address.ts";
import { countOf, type DimensionName, wordsOf } from "../address/dimension-words.ts";
import type { Touch } from "../address/report-query.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { comparisonParams, reportPath } from "../api/report-path.ts";
import { Choice } from "../components/choice.tsx";
import { Download } from "../components/download.tsx";
import { pageToCome } from "../components/lazy.tsx";
import { Notice } from "../components/notice.tsx";
import { DimensionSelect, Select } from "../components/select.tsx";
import { useSite } from "../site/site.ts";
import { formatMoney, shortMoney } from "../words/money.ts";
import { format } from "../words/reader.ts";
import { reportsWords } from "../words/reports.ts";
import { revenueWords as words } from "../words/revenue.ts";
import { valueText } from "../words/values.ts";
import { type Column, countColumn, valueColumn } from "./columns.tsx";
import { OverTime } from "./over-time.tsx";
import { ReportBar } from "./report-bar.tsx";
import { ReportList } from "./report-list.tsx";
import { TotalList } from "./total-list.tsx";
import { totalOf } from "./totals.ts";
import { useReport } from "./use-report.ts";

/** Shows the revenue of one currency at a time: in all, over time, and by a dimension's values. */
export function RevenueView() {
  const site = useSite();
  const { report, hrefOf } = useReport();
  const path = reportPath(site, "revenue", { ...comparisonParams(site), per_page: 100 });
  const { data, isCurrent, failure, retry } = useAnswer<Page<Revenue>>(path);
  const totals = data?.data ?? [];
  const shown = totals.find(({ currency }) => currency === report.currency) ?? mostOrders(totals);
  return (
    <>
      <ReportBar hasComparison />
      <section class="surface report" aria-label={words.revenue}>
        <header class="report-head">
          <h2>{words.revenue}</h2>
          {shown && totals.length > 1 && (
            <Select
              label={words.currency}
              value={shown.currency}
              onSelect={(currency) => goTo(hrefOf({ currency, page: 1 }), { replace: true })}
            >
              {totals.map(({ currency }) => (
                <option key={currency} value={currency}>
                  {currency}
                </option>
              ))}
            </Select>
          )}
          {shown && <Download path={path} />}
        </header>
        {failure && !isCurrent && <Notice failure={failure} onRetry={retry} />}
        {data && (isCurrent || !failure) && shown === undefined && (
          <p class="empty">{words.none}</p>
        )}
        {(shown || !data) && <Totals of={shown} isCurrent={isCurrent} />}
      </section>
      {!data && !failure && pageToCome}
      {shown && <CurrencyReports currency={shown.currency} />}
    </>
  );
}

function mostOrders(totals: readonly Revenue[]): Revenue | undefined {
  return totals.toSorted((a, b) => b.orders - a.orders)[0];
}

interface TotalsProps {
  /** Undefined until the first answer. */
  readonly of: Revenue | undefined;
  readonly isCurrent: boolean;
}

function Totals({ of, isCurrent }: TotalsProps) {
  const money = (value: number) => formatMoney(value, of?.currency ?? "");
  // The API does not compare them.
  const alone = of && { average_order: of.average_order, per_visitor: of.per_visitor };
  return (
    <TotalList
      isCurrent={isCurrent}
      totals={[
        totalOf(words.revenue, of, "amount", money),
        totalOf(words.orders, of, "orders", format.count),
        totalOf(words.refunds, of, "refunds", format.count),
        totalOf(words.buyers, of, "visitors", format.count),
        totalOf(words.average, alone, "average_order", money),
        totalOf(words.perVisitor, alone, "per_visitor", money),
      ]}
    />
  );
}

const amountColumn: Column<{ readonly amount: number; readonly currency: string }> = {
  name: "amount",
  label: words.revenue,
  show: ({ amount, currency }) => formatMoney(amount, currency),
  isSorted: true,
};

function CurrencyReports({ currency }: { readonly currency: string }) {
  const site = useSite();
  const { report, hrefOf } = useReport();
  const { by = "source" } = report;
  const touch = hasTouch(by) ? report.touch : "any";
  const params = { name: by, currency, touch: touch === "any" ? undefined : touch };
  return (
    <>
      <OverTime<Revenue>
        title={words.overTime}
        path={reportPath(site, "revenue")}
        hasHours
        isShown={(row) => row.currency === currency}
        numberOf={({ amount }) => amount}
        textOf={({ amount }) => formatMoney(amount, currency)}
        tickText={(amount) => shortMoney(amount, currency)}
        columns={[
          amountColumn,
          countColumn("orders", words.orders),
          countColumn("refunds", words.refunds),
          countColumn("visitors", words.buyers),
        ]}
      />
      <ReportList<RevenueStat>
        title={wordsOf(by).many}
        path={reportPath(site, "revenue/stats", params)}
        columns={[
          touch === "any" ? valueColumn(by, wordsOf(by).one) : touchedColumn(by),
          amountColumn,
          countColumn("orders", words.orders),
          countColumn("visitors", words.buyers),
        ]}
        keyOf={({ value }) => value}
        barOf={({ amount }) => amount}
        usualSort="amount"
        search={reportsWords.search}
        empty={words.none}
        note={noteOf(by, touch)}
      >
        <DimensionSelect
          value={by}
          onSelect={(name) =>
            goTo(hrefOf({ by: name, search: "", sort: undefined, page: 1 }), { replace: true })
          }
        />
        {hasTouch(by) && (
          <Choice
            label={words.credit}
            options={touchOptions}
            chosen={touch}
            onChoose={(chosen) => goTo(hrefOf({ touch: chosen, page: 1 }), { replace: true })}
          />
        )}
      </ReportList>
    </>
  );
}

/** An order without a first or last value is under one that no filter has. */
function touchedColumn(by: DimensionName): Column<RevenueStat> {
  const column = valueColumn(by, wordsOf(by).one);
  const show = (row: RevenueStat) =>
    row.value === "(unknown)" ? (
      <span class="value muted">{valueText(by, row.value)}</span>
    ) : (
      column.show(row)
    );
  return { ...column, show };
}

const touchOptions: readonly { readonly value: Touch; readonly label: string }[] = [
  { value: "any", label: words.credits.any },
  { value: "first", label: words.credits.first },
  { value: "last", label: words.credits.last },
];

/** Explains which rows an order is in. */
function noteOf(by: DimensionName, touch: Touch): string {
  return touch === "any" && hasTouch(by) ? words.notes.anyOfSeveral : words.notes[touch];
}

/** A page or an event is not what brought a visitor, so it has neither a first nor a last touch. */
function hasTouch(name: DimensionName): boolean {
  return countOf(name) === "visitors";
}
