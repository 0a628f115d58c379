import { Bar } from "../components/bar.tsx";
import { Link } from "../components/link.tsx";
import { reportsWords } from "../words/reports.ts";
import type { Column } from "./columns.tsx";

interface ReportTableProps<Row> {
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** Returns the share of the row's bar, 0 to 1. Without it there are no bars. */
  readonly shareOf?: ((row: Row) => number) | undefined;
  /** The name of the column that the rows are sorted by. */
  readonly sort?: string | undefined;
  /** Returns the address that sorts by a column. */
  readonly sortHref?: ((name: string) => string) | undefined;
}

/** Columns of names and values ascend, those of numbers descend. */
export function directionOf(sort: string): "asc" | "desc" {
  return ["name", "value", "key"].includes(sort) ? "asc" : "desc";
}

/** Shows the rows of a report. The headers of most columns sort by them. */
export function ReportTable<Row>(props: ReportTableProps<Row>) {
  const { caption, columns, rows, keyOf, shareOf } = props;
  const [first, ...others] = columns;
  return (
    // A window may be too narrow for it. The keyboard can scroll it only if it has the focus.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it
    <div class="scroll-x" role="group" aria-label={caption} tabIndex={0}>
      <table class="bars report-table">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.name} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">
                {shareOf && <Bar share={shareOf(row)} />}
                {first.show(row)}
              </th>
              {others.map((column) => (
                <td
                  key={column.name}
                  class={column.hasActions ? "actions" : ""}
                  data-label={column.hasActions ? undefined : column.label}
                >
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeaderProps<Row> extends Pick<ReportTableProps<Row>, "sort" | "sortHref"> {
  readonly column: Column<Row>;
}

function Header<Row>({ column, sort, sortHref }: HeaderProps<Row>) {
  const { name, label, hint, isSorted, hasActions } = column;
  const isChosen = name === sort;
  const direction = directionOf(name) === "asc" ? "ascending" : "descending";
  return (
    <th
      scope="col"
      class={hasActions ? "actions" : ""}
      aria-sort={isChosen ? direction : undefined}
    >
      {isSorted && sortHref ? (
        <Link href={sortHref(name)} replace title={reportsWords.sortBy(label)}>
          {label}
        </Link>
      ) : (
        <span class={hasActions ? "hidden" : ""} title={hint}>
          {label}
        </span>
      )}
    </th>
  );
}
