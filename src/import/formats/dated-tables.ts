import { importProblem } from "../../model/import-problems.ts";
import { type CsvCells, CsvSplitter } from "../files/csv-splitter.ts";
import { readHead, type SourceFile } from "../files/source-file.ts";
import type { ReadContext } from "../format.ts";
import { ImportRefused } from "../problems.ts";
import { isDay, type Value } from "./totals.ts";

/*
 * Products that give sums alone write them as tables with a row for each day, or for each day and
 * each value of some breakdowns. A file may have several tables, one below the other:
 *
 *   # Start date: 20260101
 *   # End date: 20260131
 *   Nth day,Active users
 *   0000,12
 *   Country,Active users
 *   Germany,7
 *
 * Only a file with notes (`#`) has more than one table. There, a row without any number is the
 * header of the next one. A table without days is read if the notes name a single day.
 */

/** The numbers that a table can have, by the names of their columns, the best one first. */
export type Metric =
  | "visitors"
  | "visits"
  | "pageviews"
  | "events"
  | "bounceRate"
  | "engagedVisits"
  | "visitSeconds";

/** Columns by which the rows of a day differ. */
export interface Breakdown {
  /** Role → names of its column, the best one first. The table must have a column for each. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** The names of the statistics that it fills. */
  readonly fills: readonly string[];
  /** The number that the statistics are mainly about. */
  readonly needs: Metric;
  /** Whether each visit has one value, so that the rows of a day add up to its visits. */
  readonly isOfVisit?: boolean;
  /** Whether each visitor has one value, so that none counts twice. */
  readonly isOfVisitor?: boolean;
  /** Returns the values of a row. `kind` is a row about nothing that Footfall counts. */
  values(
    cell: Cell,
    numbers: RowNumbers,
    context: ReadContext,
  ): readonly Value[] | "broken" | "kind";
}

/** Returns the cell of a role. */
export type Cell = (role: string) => string;

/** The numbers of a row, 0 if its table lacks them. */
export type RowNumbers = Readonly<Record<Metric, number>>;

/** The words of a product. */
export interface Dialect {
  readonly days: readonly string[];
  /** Columns that count days from the first day of the notes. */
  readonly dayNumbers: readonly string[];
  readonly metrics: Readonly<Record<Metric, readonly string[]>>;
  readonly breakdowns: readonly Breakdown[];
}

/** A breakdown with the indexes of its columns. */
export interface PlacedBreakdown {
  readonly breakdown: Breakdown;
  readonly indexes: Readonly<Record<string, number>>;
  /** Those statistics that it alone fills in its table. */
  readonly fills: readonly string[];
}

/** A table that has days. */
export interface DatedTable {
  readonly file: SourceFile;
  /** The number of the table in its file, from 0. */
  readonly nth: number;
  readonly width: number;
  /** Returns the day of a row, or undefined if it is none. */
  readonly dayOf: (cells: readonly string[]) => string | undefined;
  readonly metrics: Readonly<Partial<Record<Metric, number>>>;
  readonly breakdowns: readonly PlacedBreakdown[];
  /** The number of columns that break the days down, also of those that nobody knows. */
  readonly depth: number;
  /** Whether there is a column of texts that nobody knows. */
  readonly hasOthers: boolean;
}

/** A row of a file, and the table that it belongs to. */
interface PlacedRow {
  readonly nth: number;
  readonly cells: CsvCells;
  readonly isHeader: boolean;
  readonly notes: Notes;
}

/** Days that the notes above a table name. */
interface Notes {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Headers of further tables stand below the first one. Nobody sees tables that are longer. */
const headBytesMax = 256 * 1024;
/** The file is read once for each table. */
const tablesMax = 50;

/** Returns the tables with days whose headers stand in the beginning of the file. */
export async function findTables(file: SourceFile, dialect: Dialect): Promise<DatedTable[]> {
  const splitter = new CsvSplitter();
  const head = Buffer.from(await readHead(file, headBytesMax));
  const rows = [...splitter.push(head), ...splitter.end()];
  const placed = new TableCutter();
  const headers: { row: PlacedRow; first?: readonly string[] }[] = [];
  for (const cells of rows) {
    const row = placed.locate(cells);
    const last = headers.at(-1);
    if (row?.isHeader === true) headers.push({ row });
    else if (row?.cells !== undefined && last !== undefined) last.first ??= row.cells;
    if (headers.length > tablesMax) {
      throw new ImportRefused(importProblem("tables", { file: file.name, max: tablesMax }));
    }
  }
  return headers.flatMap(({ row, first }) => tableOf(file, dialect, row, first ?? []) ?? []);
}

/** Tells the rows of several tables apart. */
export class TableCutter {
  #nth = -1;
  #from: string | undefined;
  #to: string | undefined;
  #hasNotes = false;
  #isAfterNote = true;

  /** Returns where the next row of the file belongs; undefined if it is a note. */
  locate(cells: CsvCells): PlacedRow | undefined {
    const [first = ""] = cells ?? [];
    if (first.startsWith("#")) {
      this.#note(cells?.join(",") ?? "");
      return undefined;
    }
    const isHeader = this.#isAfterNote || (this.#hasNotes && isNumberless(cells));
    if (isHeader) this.#nth += 1;
    this.#isAfterNote = false;
    const notes = { from: this.#from, to: this.#to };
    return { nth: this.#nth, cells, isHeader, notes };
  }

  #note(text: string): void {
    this.#hasNotes = true;
    this.#isAfterNote = true;
    const [, from] = /^# *Start date: *(\d{8})/i.exec(text) ?? [];
    const [, to] = /^# *End date: *(\d{8})/i.exec(text) ?? [];
    const [, first, last] = /^# *(\d{8})-(\d{8})$/.exec(text.trim()) ?? [];
    this.#from = readDay(from ?? first ?? "") ?? this.#from;
    this.#to = readDay(to ?? last ?? "") ?? this.#to;
  }
}

function isNumberless(cells: CsvCells): boolean {
  return cells?.every((cell) => cell !== "" && !isNumber(cell)) === true;
}

function isNumber(text: string): boolean {
  return /^-?\d[\d.,]*%?$/.test(text);
}

/** Returns the day of `20260131`, `2026-01-31` or `2026-01-31 13:00:00`. */
export function readDay(text: string): string | undefined {
  const [, year, month, date] = /^(\d{4})-?(\d\d)-?(\d\d)(?:$|[ T]\d\d:)/.exec(text) ?? [];
  const day = `${year}-${month}-${date}`;
  return isDay(day) ? day : undefined;
}

function tableOf(
  file: SourceFile,
  dialect: Dialect,
  { nth, cells = [], notes }: PlacedRow,
  firstRow: readonly string[],
): DatedTable | undefined {
  const header = cells.map((name) => name.trim());
  const indexOf = (names: readonly string[]) => {
    const name = names.find((each) => header.includes(each));
    return name === undefined ? undefined : header.indexOf(name);
  };
  const dayOf = findDay(dialect, indexOf, notes);
  const metrics = Object.fromEntries(
    Object.entries(dialect.metrics).flatMap(([metric, names]) => {
      const index = indexOf(names);
      return index === undefined ? [] : [[metric, index]];
    }),
  ) as DatedTable["metrics"];
  if (dayOf === undefined || Object.keys(metrics).length === 0) return undefined;
  const breakdowns = placeBreakdowns(dialect, indexOf, metrics);
  const known = new Set(breakdowns.flatMap(({ indexes }) => Object.values(indexes)));
  const used = [...dialect.days, ...dialect.dayNumbers, ...Object.values(dialect.metrics).flat()];
  const isOther = (name: string, index: number) =>
    !used.includes(name) && !known.has(index) && !/^-?[\d.,%]*$/.test(firstRow[index] ?? "");
  const others = header.filter(isOther).length;
  const [width, depth] = [header.length, known.size + others];
  return { file, nth, width, dayOf, metrics, breakdowns, depth, hasOthers: others > 0 };
}

type IndexOf = (names: readonly string[]) => number | undefined;

function findDay(
  { days, dayNumbers }: Dialect,
  indexOf: IndexOf,
  { from, to }: Notes,
): DatedTable["dayOf"] | undefined {
  const day = indexOf(days);
  if (day !== undefined) return (cells) => readDay((cells[day] ?? "").trim());
  const number = indexOf(dayNumbers);
  if (number !== undefined && from !== undefined) {
    return (cells) => dayAfter(from, (cells[number] ?? "").trim());
  }
  return from !== undefined && from === to ? () => from : undefined;
}

const dayMs = 86_400_000;

function dayAfter(from: string, number: string): string | undefined {
  if (!/^\d{1,5}$/.test(number)) return undefined;
  const day = new Date(Date.parse(from) + Number(number) * dayMs).toISOString().slice(0, 10);
  return isDay(day) ? day : undefined;
}

function placeBreakdowns(
  { breakdowns }: Dialect,
  indexOf: IndexOf,
  metrics: DatedTable["metrics"],
): PlacedBreakdown[] {
  const filled = new Set<string>();
  return breakdowns.flatMap((breakdown) => {
    const indexes = Object.entries(breakdown.columns).flatMap(([role, names]) => {
      const index = indexOf(names);
      return index === undefined ? [] : [[role, index] as const];
    });
    if (indexes.length < Object.keys(breakdown.columns).length) return [];
    const fills = breakdown.fills.filter((name) => !filled.has(name));
    for (const name of fills) filled.add(name);
    const canFill = metrics[breakdown.needs] !== undefined;
    return [{ breakdown, indexes: Object.fromEntries(indexes), fills: canFill ? fills : [] }];
  });
}
