import { Fragment } from "preact";
import { type DimensionName, isOfDays, wordsOf } from "../address/dimension-words.ts";
import { exactly, hasFilter, toggleFilter } from "../address/filters.ts";
import type { AnnotationRecord, Stat, StatPage } from "../api/answers.ts";
import { Bar } from "../components/bar.tsx";
import { Link } from "../components/link.tsx";
import type { AnnotationsByIndex } from "../site/annotations.ts";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";

interface BreakdownTableProps {
  readonly name: DimensionName;
  readonly page: StatPage;
  /** Limit of rows in a card. A card also has fewer columns. */
  readonly rowsMax?: number;
  /** The annotations that follow rows; those under -1 come first. */
  readonly notes?: AnnotationsByIndex;
}

const noNotes: AnnotationsByIndex = new Map();

/** Lists values and their numbers. */
export function BreakdownTable(props: BreakdownTableProps) {
  const { name, page, rowsMax, notes = noNotes } = props;
  const { one, counts } = wordsOf(name);
  const max = Math.max(...page.data.map(({ count }) => count), 1);
  if (page.data.length === 0 && notes.size === 0)
    return <p class="empty">No data for this period.</p>;
  const isShort = rowsMax !== undefined;
  const hasVisitors = !isShort && counts !== "Visitors";
  const hasViews = !isShort && counts !== "Page views" && name !== "event";
  const more = isShort ? [] : moreColumns.filter(({ field }) => hasField(page.data[0], field));
  const columns = 3 + Number(hasVisitors) + Number(hasViews) + more.length;
  return (
    <table class="bars">
      <caption class="hidden">{wordsOf(name).many}</caption>
      <thead>
        <tr>
          <th scope="col">{isOfDays(name) ? "Day" : one}</th>
          {hasVisitors && <th scope="col">Visitors</th>}
          {hasViews && <th scope="col">Page views</th>}
          {more.map(({ field, label }) => (
            <th key={field} scope="col" class="more">
              {label}
            </th>
          ))}
          <th scope="col">{counts}</th>
          <th scope="col" class="share">
            Share
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
                <DimensionValue name={name} stat={stat} />
              </th>
              {hasVisitors && <td class="muted">{format.count(stat.visitors)}</td>}
              {hasViews && <td class="muted">{format.count(stat.pageviews)}</td>}
              {more.map(({ field, text }) => (
                <td key={field} class="muted more">
                  {numberText(stat[field], text)}
                </td>
              ))}
              <td>{format.count(stat.count)}</td>
              <td class="share">{format.percent(stat.count / Math.max(page.meta.count, 1))}</td>
            </tr>
            <NoteRows notes={notes.get(index)} columns={columns} />
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** The columns that details have as far as the values have the numbers. */
const moreColumns = [
  { field: "bounce_rate", label: "Bounce rate", text: format.percent },
  { field: "visit_duration", label: "Visit duration", text: format.duration },
  { field: "engagement_seconds", label: "Time on page", text: format.duration },
  {
    field: "scroll_depth",
    label: "Scroll depth",
    text: (value: number) => format.percent(value / 100),
  },
] as const satisfies readonly {
  readonly field: keyof Stat;
  readonly label: string;
  readonly text: (value: number) => string;
}[];

function hasField(stat: Stat | undefined, field: keyof Stat): boolean {
  return stat?.[field] !== undefined;
}

function numberText(value: number | null | undefined, text: (value: number) => string): string {
  return value === null || value === undefined ? "–" : text(value);
}

interface NoteRowsProps {
  readonly notes: readonly AnnotationRecord[] | undefined;
  readonly columns: number;
}

/** Shows annotations as rows of the table. For owners they link to the dialog that changes them. */
function NoteRows({ notes = [], columns }: NoteRowsProps) {
  const { mayWrite, hrefWith } = useSite();
  return (
    <>
      {notes.map(({ id, date, time, text }) => (
        <tr key={id} class="note-row">
          <td colSpan={columns}>
            <span class="muted">
              {format.tick(date, "day")} {time}
            </span>{" "}
            {mayWrite ? (
              <Link href={hrefWith({ open: { name: "annotations", point: date } })} opens>
                {text}
              </Link>
            ) : (
              text
            )}
          </td>
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
  const isNone = value === "(unknown)" || value === "(direct)";
  // The names of cities and regions already contain the country's code.
  const hasCode = code && name !== "city" && name !== "region";
  return (
    <Link
      class={isNone ? "muted" : ""}
      href={hrefWith({ filters, open: undefined })}
      title={value}
      aria-current={isOn ? "true" : undefined}
    >
      {hasCode && <span class="code">{code}</span>}
      {value}
    </Link>
  );
}
