import { TimeSlices } from "../../base/async/time-slices.ts";
import { Decimal, toJson } from "../../base/decimal.ts";
import { type CsvForm, shownText } from "../../stats/csv.ts";

interface Table<Item> extends CsvForm {
  readonly columns: readonly string[];
  readonly items: readonly Item[];
  readonly toRecord: (item: Item) => Readonly<Record<string, unknown>>;
}

/**
 * Resolves with items as CSV (RFC 4180) with a header line. Texts stand in quotes, null is an empty
 * field, and lists and objects are JSON. Other requests have their turn in between.
 */
export async function csvTable<Item>({
  columns,
  items,
  toRecord,
  isSafe,
}: Table<Item>): Promise<string> {
  const slices = new TimeSlices();
  const lines = [columns.join(",")];
  for (const item of items) {
    await slices.pause();
    const record = toRecord(item);
    lines.push(columns.map((column) => cell(record[column], { isSafe })).join(","));
  }
  return lines.map((line) => `${line}\r\n`).join("");
}

function cell(value: unknown, form: CsvForm): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || value instanceof Decimal) return String(value);
  const text = typeof value === "string" ? shownText(value, form) : toJson(value);
  return `"${text.replaceAll('"', '""')}"`;
}
