import { importProblem } from "../../model/import-problems.ts";
import { csvRows, readHeader } from "../files/csv-rows.ts";
import type { SourceFile } from "../files/source-file.ts";
import type { Inspection, ReadContext, SourceTotal, TotalFormat } from "../format.ts";
import { ImportFailed, ImportRefused } from "../problems.ts";
import { readDayRow } from "./plausible-row.ts";
import {
  summedNames,
  type Table,
  type TableName,
  tables,
  unfilledNames,
} from "./plausible-tables.ts";
import { isDay, totalOf, totalsOfRow } from "./totals.ts";

/** Plausible's export: a ZIP archive of tables with the sums of each day. */
export const plausible: TotalFormat = {
  source: "plausible",
  kind: "totals",
  detects: async (files) => files.some(({ name }) => tableOf(name) !== undefined),
  inspect,
  read,
};

/** The names of all tables. The days of the first one hold for the others. */
const tableNames = Object.keys(tables) as TableName[];

/** Returns a file's table by its name, such as `imported_pages_20240101_20241231.csv`. */
function tableOf(fileName: string): TableName | undefined {
  const [, name] = /^imported_([a-z_]+?)(?:_\d{8}_\d{8})?\.csv$/i.exec(fileName) ?? [];
  return tableNames.find((table) => table === name?.toLowerCase());
}

async function inspect(files: readonly SourceFile[]): Promise<Inspection> {
  const found = findTables(files);
  const filled = new Set<string>();
  for (const [name, file] of found) {
    const table: Table = tables[name];
    const header = await readHeader(file);
    const absent = table.required.find((column) => !header.includes(column));
    if (absent !== undefined)
      throw new ImportRefused(importProblem("columns", { file: file.name, columns: absent }));
    for (const [filledName, column] of Object.entries(table.fills)) {
      if (header.includes(column)) filled.add(filledName);
    }
  }
  const names = tableNames.flatMap((name) => Object.keys(tables[name].fills));
  return {
    ignored: files.filter(({ name }) => tableOf(name) === undefined).map(({ name }) => name),
    missing: [...names.filter((name) => !filled.has(name)), ...unfilledNames],
    sums: summedNames.filter((name) => filled.has(name)),
  };
}

/** Returns the files that have tables, in the order of the tables. */
function findTables(files: readonly SourceFile[]): Map<TableName, SourceFile> {
  const found = new Map<TableName, SourceFile>();
  for (const table of tableNames) {
    const [file, second] = files.filter(({ name }) => tableOf(name) === table);
    if (file === undefined) continue;
    if (second !== undefined) {
      const names = { file: file.name, other: second.name };
      throw new ImportRefused(importProblem("same_table", names));
    }
    found.set(table, file);
  }
  if (!found.has("visitors")) throw new ImportRefused(importProblem("plausible_visitors"));
  return found;
}

async function* read(
  files: readonly SourceFile[],
  context: ReadContext,
): AsyncGenerator<readonly SourceTotal[]> {
  const days = new Days();
  for (const [name, file] of findTables(files)) {
    for await (const totals of readTable(name, file, days, context)) {
      days.add(totals);
      yield totals;
    }
  }
  yield days.engagement();
}

/** Yields the totals of a table, for some rows at a time. */
async function* readTable(
  name: TableName,
  file: SourceFile,
  days: Days,
  context: ReadContext,
): AsyncGenerator<readonly SourceTotal[]> {
  const table: Table = tables[name];
  let rows = 0;
  let broken = 0;
  let outside = 0;
  let otherDay = "";
  const isOfDays = (date: string) => {
    if (name === "visitors" || days.has(date)) return isDay(date);
    if (isDay(date)) {
      outside += 1;
      otherDay ||= date;
    }
    return false;
  };
  for await (const some of csvRows(file)) {
    const totals: SourceTotal[] = [];
    rows += some.length;
    for (const cells of some) {
      const row = readDayRow(cells, isOfDays);
      const values = row === undefined ? "broken" : table.values(row, context);
      if (values === "broken") broken += 1;
      if (typeof values === "string") context.counter.skip(values);
      else if (row !== undefined) totals.push(...totalsOfRow(row, values));
    }
    yield totals;
  }
  if (broken * 2 <= rows) return;
  throw new ImportFailed(
    outside * 2 > broken
      ? importProblem("other_days", { file: file.name, day: otherDay })
      : importProblem("half_broken", { file: file.name }),
  );
}

interface Engagement {
  visitors: number;
  ms: number;
  milliDepths: number;
}

/** The days of an import: their visitors, and the engagement with all of their pages. */
class Days {
  readonly #visitors = new Map<string, number>();
  readonly #engagements = new Map<string, Engagement>();

  has(date: string): boolean {
    return this.#visitors.has(date);
  }

  add(totals: readonly SourceTotal[]): void {
    for (const total of totals) {
      if (total.dimension === "visitor") this.#addVisitors(total);
      else if (total.dimension === "engaged_page") this.#addEngagement(total);
    }
  }

  #addVisitors({ date, visitors }: SourceTotal): void {
    this.#visitors.set(date, (this.#visitors.get(date) ?? 0) + visitors);
  }

  #addEngagement({ date, visitors, occurrences, milliAmount = 0 }: SourceTotal): void {
    const before = this.#engagements.get(date) ?? { visitors: 0, ms: 0, milliDepths: 0 };
    this.#engagements.set(date, {
      visitors: before.visitors + visitors,
      ms: before.ms + occurrences,
      milliDepths: before.milliDepths + milliAmount,
    });
  }

  /**
   * Returns the engagement of each day. Plausible has it by pages alone, where a visitor counts on
   * each page. A day cannot have more engaged visitors than visitors, so their number is cut to
   * that. The time is exact then, and the average scroll depth is that of the pages.
   */
  engagement(): SourceTotal[] {
    return [...this.#engagements].map(([date, { visitors: onPages, ms, milliDepths }]) => {
      const visitors = Math.min(onPages, this.#visitors.get(date) ?? 0);
      const depths = Math.round((milliDepths / 1000) * (visitors / onPages));
      const numbers = { visitors, occurrences: ms, milliAmount: depths * 1000 };
      return { ...totalOf("engaged_day", "", numbers), date, rows: 0 };
    });
  }
}
