import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

import { goTo } from "../address/address.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { withParams } from "../api/report-path.ts";
import { Download } from "../components/download.tsx";
import { Notice } from "../components/notice.tsx";
import { Pager } from "../components/pager.tsx";
import { SearchField } from "../components/search-field.tsx";
import { useSteady } from "../components/use-steady.ts";
import { reportsWords as words } from "../words/reports.ts";
import type { Column } from "./columns.tsx";
import { directionOf, ReportTable } from "./report-table.tsx";
import { useReport } from "./use-report.ts";

interface ReportListProps<Row> {
  readonly title: string;
  /** The path of the report, without search, order and page. */
  readonly path: string | undefined;
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly keyOf: (row: Row) => string | number;
  /** Returns the number that the row's bar shows. Without it there are no bars. */
  readonly barOf?: (row: Row) => number;
  /** The column that the API sorts by unless it is told otherwise. */
  readonly usualSort: string;
  /** Label of the search field; none if the report has no search. */
  readonly search?: string;
  /** Text of an empty list. */
  readonly empty: string;
  /** Explains the numbers. */
  readonly note?: string | undefined;
  /** Controls beside the title. */
  readonly children?: ComponentChildren;
}

/** Shows a report that is a list, with search, order, pages and a CSV download. */
export function ReportList<Row>(props: ReportListProps<Row>) {
  const { title, columns, keyOf, barOf, usualSort, search, empty, note, children } = props;
  const { report, hrefOf } = useReport();
  const sort = columns.find(({ name }) => name === report.sort)?.name ?? usualSort;
  const order = sort === usualSort ? {} : { sort_by: sort, sort: directionOf(sort) };
  const path =
    props.path === undefined
      ? undefined
      : withParams(props.path, {
          search: search && report.search,
          ...order,
          per_page: 25,
          page: report.page === 1 ? undefined : report.page,
        });
  const answer = useAnswer<Page<Row>>(path);
  const { isCurrent, failure, retry } = answer;
  const body = useRef<HTMLDivElement>(null);
  const data = useSteady(answer.data, `${path} ${isCurrent}`, body);
  const max = barOf && Math.max(...(data?.data ?? []).map(barOf), 1);
  return (
    <section class="surface report" aria-label={title}>
      <header class="report-head">
        <h2>{title}</h2>
        {children}
        {search !== undefined && (
          <SearchField
            label={search}
            value={report.search}
            onSearch={(text) => goTo(hrefOf({ search: text, page: 1 }), { replace: true })}
          />
        )}
      </header>
      {note !== undefined && <p class="report-note muted">{note}</p>}
      <div
        class="report-body"
        ref={body}
        data-stale={!isCurrent && !failure}
        aria-busy={!isCurrent && !failure}
      >
        {failure && !isCurrent && <Notice failure={failure} onRetry={retry} />}
        {data && (isCurrent || !failure) && data.data.length === 0 && (
          <p class="empty">
            {search && report.search ? words.nothingContains(report.search) : empty}
          </p>
        )}
        {data && (isCurrent || !failure) && data.data.length > 0 && (
          <ReportTable
            caption={title}
            columns={columns}
            rows={data.data}
            keyOf={keyOf}
            shareOf={barOf && max ? (row) => Math.max(barOf(row), 0) / max : undefined}
            sort={sort}
            sortHref={(name) => hrefOf({ sort: name === usualSort ? undefined : name, page: 1 })}
          />
        )}
      </div>
      {data && path && data.meta.total > 0 && (
        <footer class="report-foot">
          <Download path={path} />
          <Pager meta={data.meta} hrefOf={(page) => hrefOf({ page })} />
        </footer>
      )}
    </section>
  );
}
