import { isRealDay } from "../../calendar.ts";
import { type DimensionName, dimensions } from "../../counting/dimensions.ts";
import type { CsvRow } from "../csv-rows.ts";
import type { SourceTotal } from "../format.ts";

/** The numbers of a value, which are 0 if absent. */
export type Numbers = Partial<Omit<SourceTotal, "date" | "dimension" | "value" | "rows">>;
export type Value = Omit<SourceTotal, "date" | "rows">;

const counts = [
  ...["visitors", "visits", "pageviews", "bounces", "visit_duration"],
  ...["entrances", "exits", "events"],
];
/** Plausible leaves them empty where it measured nothing. */
const measured = new Set([
  ...["total_scroll_depth", "total_scroll_depth_visits"],
  ...["total_time_on_page", "total_time_on_page_visits"],
]);
const numeric = new Set([...counts, ...measured]);

/** Larger numbers are none that a website has in a day. Sums of them stay exact. */
const numberMax = 1e12;
/** Longer texts are none that Plausible stores. */
const charactersMax = 2_000;
/** The last day that the store can hold. */
const lastDay = "2149-06-06";

/** A row of a table of days. */
export interface DayRow {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Returns the text of a column, which is undefined if the table has no such column. */
  text(column: string): string | undefined;
  /** Returns the number of a column, which is 0 if the table has no such column. */
  number(column: string): number;
}

/** Returns the row in its parts; undefined if it is broken, or its date is none of the days. */
export function readDayRow(
  row: CsvRow | undefined,
  isOfDays: (date: string) => boolean,
): DayRow | undefined {
  const date = row?.text("date") ?? "";
  if (row === undefined || !isOfDays(date)) return undefined;
  const numbers = new Map<string, number>();
  for (const [column, cell] of row.entries()) {
    if (cell.length > charactersMax) return undefined;
    if (!numeric.has(column)) continue;
    const number = readNumber(cell.trim(), measured.has(column));
    if (number === undefined) return undefined;
    numbers.set(column, number);
  }
  return {
    date,
    text: (column) => {
      const cell = row.get(column);
      return cell === undefined ? undefined : readText(cell);
    },
    number: (column) => numbers.get(column) ?? 0,
  };
}

/** Returns whether the text is a day, `YYYY-MM-DD`, that the store can hold. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isRealDay(text) && text >= "1970" && text <= lastDay;
}

/** ClickHouse writes this for nothing. */
const nothing = "\\N";

/** Returns the text of a cell. Zero bytes stand for a code that is not there. */
function readText(cell: string): string {
  return cell === nothing ? "" : cell.replaceAll("\0", "").trim();
}

function readNumber(text: string, isOptional: boolean): number | undefined {
  if (text === nothing || (isOptional && text === "")) return 0;
  const number = /^\d{1,13}$/.test(text) ? Number(text) : Number.NaN;
  return number <= numberMax ? number : undefined;
}

/** Returns the value, or the dimension's unknown value for ''. Without one, '' is not listed. */
export function listValue(dimension: DimensionName, value: string, numbers: Numbers): Value[] {
  const { none }: { readonly none?: string } = dimensions[dimension];
  const shown = value === "" ? none : value;
  return shown === undefined ? [] : [totalOf(dimension, shown, numbers)];
}

export function totalOf(dimension: string, value: string, numbers: Numbers): Value {
  return { dimension, value, visitors: 0, pageviews: 0, occurrences: 0, ...numbers };
}

/** Returns the totals of a row. A row that has no value adds nothing to `event_total`. */
export function totalsOfRow({ date }: DayRow, values: readonly Value[]): SourceTotal[] {
  const some = values.length > 0 ? values : [totalOf("event_total", "", {})];
  return some.map((value, nth) => ({ ...value, date, rows: nth === 0 ? 1 : 0 }));
}
