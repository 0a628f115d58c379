import { type ComponentChildren, Fragment } from "preact";
import type { AnnotationRecord } from "../../model/annotation.ts";
import type { Stat, StatPage } from "../../model/stat.ts";
import { type DimensionName, isOfDays, measureOf, wordsOf } from "../address/dimension-words.ts";
import { exactly, hasFilter, toggleFilter } from "../address/filters.ts";
import { Bar } from "../components/bar.tsx";
import { Change, changeMin } from "../components/change.tsx";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import type { AnnotationsByIndex } from "../site/annotations.ts";
import { useSite } from "../site/site.ts";
import { cardsWords } from "../words/cards.ts";
import { format } from "../words/reader.ts";
import { valueText } from "../words/values.ts";
import { ValueIcon } from "./value-icon.tsx";

/** A column of numbers between the value and the main number. */
export interface StatColumn {
  readonly name: string;
  readonly head: ComponentChildren;
  readonly show: (stat: Stat) => ComponentChildren;
  /** Whether only wide windows show it. */
  readonly isMore: boolean;
  readonly isSorted: boolean;
}

interface BreakdownTableProps {
  readonly name: DimensionName;
  readonly page: StatPage;
  /** The search that the values match. */
  readonly search?: string;
  /** Limit of rows. */
  readonly rowsMax?: number;
  readonly columns?: readonly StatColumn[];
  /** The heads of the first column and of the main number, if they are more than words. */
  readonly heads?: Readonly<Record<"value" | "count", Pick<StatColumn, "head" | "isSorted">>>;
  /** Rows with their changes, as far as these are known; undefined without a comparison. */
  readonly compared?: readonly Stat[] | undefined;
  /** The annotations that follow rows; those under -1 come first. */
  readonly notes?: AnnotationsByIndex;
}

const noNotes: AnnotationsByIndex = new Map();

/** Lists values and their numbers. */
export function BreakdownTable(props: BreakdownTableProps) {
  const { name, page, search = "", rowsMax, columns = [], heads, notes = noNotes } = props;
  const { compared } = props;
  const { one, many } = wordsOf(name);
  const max = Math.max(...page.data.map(({ count }) => count), 1);
  if (page.data.length === 0 && notes.size === 0) {
    return <p class="empty">{search === "" ? cardsWords.empty : cardsWords.noMatch(search)}</p>;
  }
  const { value, count } = heads ?? {
    value: { head: isOfDays(name) ? cardsWords.day : one, isSorted: false },
    count: { head: measureOf(name), isSorted: false },
  };
  const direction = isOfDays(name) ? "descending" : "ascending";
  return (
    <table class={compared ? "bars compared" : "bars"}>
      <caption class="hidden">{many}</caption>
      <thead>
        <tr>
          <th scope="col" aria-sort={value.isSorted ? direction : undefined}>
            {value.head}
          </th>
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              class={column.isMore ? "more" : ""}
              aria-sort={column.isSorted ? "descending" : undefined}
            >
              {column.head}
            </th>
          ))}
          <th scope="col" aria-sort={count.isSorted ? "descending" : undefined}>
            {count.head}
          </th>
          <th scope="col" class="share">
            {cardsWords.share}
          </th>
        </tr>
      </thead>
      <tbody>
        <NoteRows notes={notes.get(-1)} columns={columns} />
        {page.data.slice(0, rowsMax).map((stat, index) => (
          <Fragment key={stat.value}>
            <tr>
              <th scope="row">
                <Bar share={stat.count / max} />
                <span class="value-cell">
                  <DimensionValue name={name} stat={stat} />
                  {isPage(name) && <PageLink path={stat.value} />}
                </span>
              </th>
              {columns.map((column) => (
                <td key={column.name} class={column.isMore ? "muted more" : "muted"}>
                  {column.show(stat)}
                </td>
              ))}
              <td>
                {format.count(stat.count)}
                {compared && <RowChange change={compared.find(isOf(stat))?.change?.count} />}
              </td>
              <td class="share">{format.percent(stat.count / Math.max(page.meta.count, 1))}</td>
            </tr>
            <NoteRows notes={notes.get(index)} columns={columns} />
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the condition on a row that it is of the same value. */
const isOf =
  ({ value }: Stat) =>
  (row: Stat) =>
    row.value === value;

/**
 * Shows how a row has changed: null is from nothing. Its place is there before that is known.
 */
export function RowChange({ change }: { readonly change: number | null | undefined }) {
  const isSame = typeof change === "number" && Math.abs(change) < changeMin;
  return (
    <span class="row-change muted">
      {change === null && cardsWords.fresh}
      {isSame && format.change(0)}
      {typeof change === "number" && !isSame && <Change change={change} />}
    </span>
  );
}

function isPage(name: DimensionName): boolean {
  return name === "page" || name === "entry_page" || name === "exit_page";
}

/** Links to a page of the website itself. */
function PageLink({ path }: { readonly path: string }) {
  const { domain } = useSite();
  return (
    <a
      class="page-link"
      href={`https://${domain}${path.startsWith("/") ? path : `/${path}`}`}
      target="_blank"
      rel="noreferrer"
      aria-label={cardsWords.open(path)}
    >
      <Icon name="leave" />
    </a>
  );
}

interface NoteRowsProps {
  readonly notes: readonly AnnotationRecord[] | undefined;
  readonly columns: readonly StatColumn[];
}

/** Shows annotations as rows of the table, which link editors to the dialog that changes them. */
function NoteRows({ notes = [], columns }: NoteRowsProps) {
  const { mayWrite, hrefWith } = useSite();
  // A cell over columns that narrow windows hide would give these their width back.
  const more = columns.filter(({ isMore }) => isMore).length;
  return (
    <>
      {notes.map(({ id, date, time, text }) => (
        <tr key={id} class="note-row">
          <td colSpan={columns.length + 2 - more}>
            <span class="muted">
              {format.tick(date, "day")} {time}
            </span>{" "}
            {mayWrite ? (
              <Link
                href={hrefWith({ open: { name: "annotations", point: date, isDay: true } })}
                opens
              >
                {text}
              </Link>
            ) : (
              text
            )}
          </td>
          <td class="more" colSpan={more + 1} />
        </tr>
      ))}
    </>
  );
}

interface DimensionValueProps {
  readonly name: DimensionName;
  readonly stat: { readonly value: string; readonly code?: string | null };
}

/** Shows a value of a dimension. It links to its filter, or to its day. */
export function DimensionValue({ name, stat: { value, code } }: DimensionValueProps) {
  const { query, hrefWith } = useSite();
  if (isOfDays(name)) {
    const range = { from: value, to: value };
    return (
      <Link href={hrefWith({ range, interval: undefined, open: undefined })}>
        {format.day(value)}
      </Link>
    );
  }
  const filter = { name, value: exactly(value) };
  const isOn = hasFilter(query.filters, filter);
  const filters = toggleFilter(query.filters, filter);
  const isNone =
    value === "(unknown)" || value === "(direct)" || (name === "mark" && value === "(none)");
  const text = valueText(name, value);
  return (
    <Link
      class={isNone ? "muted" : ""}
      href={hrefWith({ filters, open: undefined })}
      title={text}
      aria-current={isOn ? "true" : undefined}
    >
      <ValueIcon name={name} icon={isNone ? undefined : (code ?? value)} text={text} />
      {isPage(name) && text.length > pathCharactersMin ? <Path text={text} /> : text}
    </Link>
  );
}

/** Shorter paths fit. */
const pathCharactersMin = 16;
const endCharacters = 10;

/** Shows a path that is cut in the middle without room, and is whole while it is pointed at. */
function Path({ text }: { readonly text: string }) {
  return (
    <>
      <span class="path" data-whole={text} aria-hidden="true">
        <span>{text.slice(0, -endCharacters)}</span>
        <span>{text.slice(-endCharacters)}</span>
      </span>
      <span class="hidden">{text}</span>
    </>
  );
}
