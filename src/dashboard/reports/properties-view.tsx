import type { Prop, PropNumbers, PropValue } from "../../model/prop.ts";
import type { StatPage } from "../../model/stat.ts";
import { goTo } from "../address/address.ts";
import { exactly, type FilterName, hasFilter, toggleFilter } from "../address/filters.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { statPath } from "../api/paths.ts";
import { reportPath } from "../api/report-path.ts";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { Select } from "../components/select.tsx";
import { useSite } from "../site/site.ts";
import { locale } from "../words/language.ts";
import { propertiesWords as words } from "../words/properties.ts";
import { format } from "../words/reader.ts";
import { reportsWords } from "../words/reports.ts";
import { countColumn, revenueColumn } from "./columns.tsx";
import { ReportBar } from "./report-bar.tsx";
import { ReportList } from "./report-list.tsx";
import { TotalList } from "./total-list.tsx";
import { useReport } from "./use-report.ts";

/** Shows the keys of all properties, or the values of one. */
export function PropertiesView() {
  const { report } = useReport();
  return (
    <>
      <ReportBar />
      {report.key === undefined ? <Keys /> : <Values key={report.key} name={report.key} />}
    </>
  );
}

function Keys() {
  const site = useSite();
  const { report, freshHref } = useReport();
  const { event } = report;
  return (
    <ReportList<Prop>
      title={words.properties}
      path={reportPath(site, "props", { event })}
      columns={[
        {
          name: "key",
          label: words.property,
          show: ({ key }) => <Link href={freshHref({ key, event })}>{key}</Link>,
          isSorted: true,
        },
        countColumn("events", reportsWords.events),
        countColumn("visitors", reportsWords.visitors),
        countColumn("values", words.values),
      ]}
      keyOf={({ key }) => key}
      barOf={({ events }) => events}
      usualSort="events"
      search={words.search}
      empty={words.none}
    >
      <EventSelect />
    </ReportList>
  );
}

function Values({ name }: { readonly name: string }) {
  const site = useSite();
  const { report, freshHref } = useReport();
  const { event } = report;
  const path = `props/${encodeURIComponent(name)}`;
  return (
    <>
      <Link class="quiet-button report-back" href={freshHref({ event })}>
        <Icon name="back" />
        {words.all}
      </Link>
      <Numbers path={reportPath(site, path, { event, numbers: 1, per_page: 10 })} />
      <ReportList<PropValue>
        title={name}
        path={reportPath(site, path, { event, none: event === undefined ? undefined : 1 })}
        columns={[
          {
            name: "value",
            label: words.value,
            show: ({ value }) => <PropLink name={name} value={value} />,
            isSorted: true,
          },
          countColumn("count", reportsWords.events),
          countColumn("visitors", reportsWords.visitors),
          revenueColumn,
        ]}
        keyOf={({ value }) => value}
        barOf={({ count }) => count}
        usualSort="count"
        search={words.searchValues}
        empty={words.noneHasIt}
      >
        <EventSelect />
      </ReportList>
    </>
  );
}

/** The value that the API gives events without the key. */
const none = "(none)";

/** Links to the filter for visitors with this value. */
function PropLink({ name, value }: { readonly name: string; readonly value: string }) {
  const { query, hrefWith } = useSite();
  const filterName: FilterName = `prop:${name}`;
  // An exact filter cannot tell events without the key, nor an empty text.
  if (value === none || value === "") {
    return <span class="value muted">{value === "" ? words.empty : words.noValue}</span>;
  }
  const filter = { name: filterName, value: exactly(value) };
  return (
    <Link
      href={hrefWith({ filters: toggleFilter(query.filters, filter) })}
      title={value}
      aria-current={hasFilter(query.filters, filter) ? "true" : undefined}
    >
      {value}
    </Link>
  );
}

/** Shows what the numbers among the values add up to, if there are any. */
function Numbers({ path }: { readonly path: string }) {
  const { data, isCurrent } = useAnswer<Page<PropValue, { readonly numbers?: PropNumbers }>>(path);
  const numbers = isCurrent ? data?.meta.numbers : undefined;
  if (numbers === undefined || numbers.count === 0) return null;
  const { count, sum, min, max, mean } = numbers;
  return (
    <section class="surface report" aria-label={words.numeric}>
      <header class="report-head">
        <h2>{words.numeric}</h2>
      </header>
      <TotalList
        isCurrent={isCurrent}
        totals={[
          { label: words.count, text: format.count(count) },
          { label: words.sum, text: decimalOrNone(sum) },
          { label: words.average, text: decimalOrNone(mean) },
          { label: words.smallest, text: decimalOrNone(min) },
          { label: words.largest, text: decimalOrNone(max) },
        ]}
      />
    </section>
  );
}

const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 9 });

function decimalOrNone(value: number | null): string {
  return value === null ? "–" : decimals.format(value);
}

/** Asks whose properties to show: those of all events, of page views, or of one custom event. */
function EventSelect() {
  const { paths, days } = useSite();
  const { report, hrefOf } = useReport();
  const { event = "" } = report;
  const path = statPath(paths.stats, { name: "event", days, perPage: 100 });
  const { data } = useAnswer<StatPage>(path);
  const names = new Set((data?.data ?? []).map(({ value }) => value));
  if (event !== "" && event !== "pageview") names.add(event);
  return (
    <Select
      label={words.from}
      value={event}
      onSelect={(name) => goTo(hrefOf({ event: name || undefined, page: 1 }), { replace: true })}
    >
      <option value="">{words.allEvents}</option>
      <option value="pageview">{words.pageViews}</option>
      {[...names].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  );
}
