import type { ComponentChildren } from "preact";
import { defaultInterval, pointAt, pointsOf } from "../address/intervals.ts";
import { getAllPages } from "../api/all-pages.ts";
import { type Answer, useAnswer } from "../api/answer.ts";
import { withParams } from "../api/report-path.ts";
import { serverNow } from "../api/server-clock.ts";
import { Download } from "../components/download.tsx";
import { Notice } from "../components/notice.tsx";
import { openPoints } from "../site/open-points.ts";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";
import { reportsWords as words } from "../words/reports.ts";
import { BarChart, type BarPoint } from "./bar-chart.tsx";
import type { Column } from "./columns.tsx";
import { ReportTable } from "./report-table.tsx";

interface ShownPoints<Row> {
  readonly title: string;
  /** Returns the number that the bar of a point shows, and its text. */
  readonly numberOf: (row: Row) => number;
  readonly textOf: (row: Row) => string;
  /** Returns the parts of a bar that is a stack, and what its tip shows. */
  readonly partsOf?: (row: Row) => BarPoint["parts"];
  readonly tipOf?: (row: Row, name: string) => ComponentChildren;
  /** The steps of the axis, and the text of a number on it. */
  readonly steps?: readonly number[];
  readonly tickText?: (value: number) => string;
  /** The columns of the table after that of the points. */
  readonly columns: readonly Column<Row>[];
}

interface OverTimeProps<Row> extends ShownPoints<Row> {
  /** The path of the report, without its interval. */
  readonly path: string;
  /** Whether the report has hours. */
  readonly hasHours?: boolean;
  /** Selects rows, if there are several for a point. */
  readonly isShown?: (row: Row) => boolean;
}

/** Shows a report over time: a bar for each point, and a table with the same numbers. */
export function OverTime<Row extends { readonly value?: string }>(props: OverTimeProps<Row>) {
  const { path, hasHours = false, isShown = () => true } = props;
  const interval = defaultInterval(useSite().days);
  const isPossible = hasHours || interval !== "hour";
  const answer = useAnswer<readonly Row[]>(
    isPossible ? withParams(path, { interval, per_page: 100 }) : undefined,
    getAllPages,
  );
  if (!isPossible) return null;
  const rows = (answer.data ?? []).filter(isShown);
  const csvPath = withParams(path, { interval });
  return <Points {...props} interval={interval} answer={answer} rows={rows} csvPath={csvPath} />;
}

interface PointsProps<Row> extends ShownPoints<Row> {
  readonly interval: ReturnType<typeof defaultInterval>;
  /** The rows of the answer, one for each point that has numbers. */
  readonly rows: readonly Row[];
  readonly answer: Answer<unknown>;
  readonly csvPath: string;
  /** Explains the bars. */
  readonly children?: ComponentChildren;
}

/** Shows rows as bars and as a table. */
export function Points<Row extends { readonly value?: string }>(props: PointsProps<Row>) {
  const { title, interval, columns, numberOf, textOf, partsOf, tipOf, steps, tickText } = props;
  const { data, isCurrent, failure, retry } = props.answer;
  const site = useSite();
  const { days, timezone } = site;
  const rows = props.rows.toSorted(byNewest);
  const byPoint = new Map(rows.map((row) => [row.value ?? "", row]));
  const present = pointAt(timezone, serverNow(), interval);
  const points = pointsOf(days, interval, timezone).filter((point) => point <= present);
  const nameOf = (point: string) => format.point(point, interval);
  const barOf = (point: string) => {
    const row = byPoint.get(point);
    return {
      name: nameOf(point),
      tick: format.tick(point, interval),
      number: row === undefined ? 0 : numberOf(row),
      text: row && textOf(row),
      parts: row && partsOf?.(row),
      tip: row && tipOf?.(row, nameOf(point)),
      isOver: point < present,
    };
  };
  return (
    <section class="surface report over-time" aria-label={title}>
      <header class="report-head">
        <h2>{title}</h2>
      </header>
      {failure && !isCurrent && <Notice failure={failure} onRetry={retry} isBrief />}
      <div class="over-time-body" aria-busy={!isCurrent && !failure}>
        {data !== undefined && isCurrent && (
          <>
            <BarChart
              label={words.charts[interval](title)}
              points={points.map(barOf)}
              steps={steps}
              tickText={tickText}
              onChoose={({ first, last }) =>
                openPoints(site, interval, points[first] ?? "", points[last] ?? "")
              }
            />
            {props.children}
            <details aria-label={words.tableOf(title)}>
              <summary>{words.table}</summary>
              {rows.length === 0 ? (
                <p class="empty">{words.nothing}</p>
              ) : (
                <ReportTable
                  caption={title}
                  columns={[
                    {
                      name: "value",
                      label: words.intervals[interval],
                      show: ({ value = "" }) => <span class="value">{nameOf(value)}</span>,
                    },
                    ...columns,
                  ]}
                  rows={rows}
                  keyOf={({ value = "" }) => value}
                />
              )}
              <Download path={props.csvPath} />
            </details>
          </>
        )}
      </div>
    </section>
  );
}

function byNewest(a: { readonly value?: string }, b: { readonly value?: string }): number {
  return (a.value ?? "") < (b.value ?? "") ? 1 : -1;
}
