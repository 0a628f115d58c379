import { urlCharactersMax } from "../../model/limits.ts";
import type { CsvRow } from "../files/csv-rows.ts";

const counts = [
  "visitors",
  "visits",
  "pageviews",
  "bounces",
  "visit_duration",
  "entrances",
  "exits",
  "events",
];
/** Plausible leaves them empty where it measured nothing. */
const measured = new Set([
  "total_scroll_depth",
  "total_scroll_depth_visits",
  "total_time_on_page",
  "total_time_on_page_visits",
]);
const numeric = new Set([...counts, ...measured]);

/** Larger numbers are none that a website has in a day. Sums of them stay exact. */
const numberMax = 1e12;
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
    if (cell.length > urlCharactersMax) return undefined;
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
