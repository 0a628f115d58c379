import { dimensionNames } from "../../counting/dimensions.ts";
import { type ImportProblem, importProblem } from "../../model/import-problems.ts";
import { urlCharactersMax } from "../../model/limits.ts";
import { cellRows } from "../files/csv-rows.ts";
import type { SourceFile } from "../files/source-file.ts";
import type { Inspection, ReadContext, SourceTotal, TotalFormat } from "../format.ts";
import { ImportFailed, ImportRefused } from "../problems.ts";
import {
  type DatedTable,
  type Dialect,
  findTables,
  type Metric,
  type PlacedBreakdown,
  type RowNumbers,
  TableCutter,
} from "./dated-tables.ts";
import { type Numbers, totalOf, totalsOfRow, type Value } from "./totals.ts";

/** A product whose files are tables of days. */
export interface DatedProduct extends Dialect, Pick<TotalFormat, "source" | "detects"> {
  /** Says what to export, if no table tells the numbers of the days. */
  readonly advice: ImportProblem;
  /** Whether the visitors of a day may be a sum of several rows. */
  readonly sumsVisitors: boolean;
}

/** Larger numbers are none that a website has in a day. Sums of them stay exact. */
const numberMax = 1e12;
/** The numbers of a day, each with the statistic that it fills. */
const dayMetrics = { visitors: "visitor", visits: "visit", pageviews: "pageview" } as const;
type DayMetric = keyof typeof dayMetrics;

/** Returns the format of a product whose files are tables of days. */
export function datedFormat(product: DatedProduct): TotalFormat {
  return {
    source: product.source,
    kind: "totals",
    detects: product.detects,
    inspect: (files) => inspect(files, product),
    read: (files, context) => read(files, product, context),
  };
}

/** Returns all tables, those with the fewest breakdowns first: their sums are the most exact. */
async function sortedTables(files: readonly SourceFile[], dialect: Dialect): Promise<DatedTable[]> {
  const tables: DatedTable[] = [];
  for (const file of files) tables.push(...(await findTables(file, dialect)));
  return tables.sort((a, b) => a.depth - b.depth);
}

async function inspect(files: readonly SourceFile[], product: DatedProduct): Promise<Inspection> {
  const tables = await sortedTables(files, product);
  const ofDays = tables.filter((table) => metricsOfDay(table).length > 0);
  if (ofDays.length === 0) throw new ImportRefused(product.advice);
  const filled = new Set<string>(
    ofDays.flatMap((table) => metricsOfDay(table).map((metric) => dayMetrics[metric])),
  );
  const sums = new Set<string>();
  const [ofVisitors] = ofDays.filter((table) => metricsOfDay(table).includes("visitors"));
  if (product.sumsVisitors || (ofVisitors?.depth ?? 0) > 0) sums.add("visitor");
  for (const { breakdowns, depth } of tables) {
    for (const { fills, breakdown } of breakdowns) {
      const isExact = breakdown.isOfVisitor === true && depth === widthOf(breakdown.columns);
      for (const name of fills) {
        if (!filled.has(name) && (!isExact || product.sumsVisitors)) sums.add(name);
        filled.add(name);
      }
    }
  }
  const read = new Set(tables.map(({ file }) => file));
  const names = [...dimensionNames, "engagement", "props"];
  return {
    ignored: files.filter((file) => !read.has(file)).map(({ name }) => name),
    missing: names.filter((name) => !filled.has(name)),
    sums: [...sums],
  };
}

function widthOf(columns: object): number {
  return Object.keys(columns).length;
}

/**
 * Returns the numbers of the table whose rows add up to those of a day. A page view has one value
 * of each breakdown but events, a visit one of those of visits. Nobody knows that of other columns.
 */
function metricsOfDay({ metrics, breakdowns, hasOthers }: DatedTable): DayMetric[] {
  if (hasOthers || breakdowns.some(({ breakdown }) => breakdown.needs === "events")) return [];
  const areOfVisits = breakdowns.every(({ breakdown }) => breakdown.isOfVisit === true);
  const all: readonly DayMetric[] = areOfVisits
    ? ["visitors", "visits", "pageviews"]
    : ["pageviews"];
  return all.filter((metric) => metrics[metric] !== undefined);
}

async function* read(
  files: readonly SourceFile[],
  product: DatedProduct,
  context: ReadContext,
): AsyncGenerator<readonly SourceTotal[]> {
  const claims = new Claims();
  const days = new Days();
  for (const table of await sortedTables(files, product)) {
    yield* readTable(table, { claims, days, context });
  }
  yield days.totals();
}

interface Reading {
  readonly claims: Claims;
  readonly days: Days;
  readonly context: ReadContext;
}

async function* readTable(
  table: DatedTable,
  reading: Reading,
): AsyncGenerator<readonly SourceTotal[]> {
  const cutter = new TableCutter();
  const { counter } = reading.context;
  let rows = 0;
  let broken = 0;
  for await (const some of cellRows(table.file)) {
    const totals: SourceTotal[] = [];
    for (const cells of some) {
      const row = cutter.locate(cells);
      if (row === undefined || row.isHeader || row.nth !== table.nth) continue;
      // Google adds a row with the sums of all days, which has one cell more.
      if (cells?.at(-1)?.trim() === "Grand total") continue;
      rows += 1;
      const found = readRow(table, cells, reading);
      if (found === "broken") broken += 1;
      if (typeof found === "string") counter.skip(found);
      else totals.push(...found);
    }
    yield totals;
  }
  if (broken * 2 > rows) {
    throw new ImportFailed(importProblem("half_broken", { file: table.file.name }));
  }
}

function readRow(
  table: DatedTable,
  cells: readonly string[] | undefined,
  { claims, days, context }: Reading,
): SourceTotal[] | "broken" | "kind" {
  const date = cells?.length === table.width ? table.dayOf(cells) : undefined;
  const numbers = cells && readNumbers(table, cells);
  if (cells === undefined || date === undefined || numbers === undefined) return "broken";
  if (cells.some((cell) => cell.length > urlCharactersMax)) return "broken";
  const values: Value[] = [];
  for (const placed of table.breakdowns) {
    const found = valuesOf(placed, cells, numbers, context);
    if (typeof found === "string") return found;
    values.push(...found.filter(({ dimension }) => claims.take(dimension, date, table)));
  }
  for (const metric of metricsOfDay(table)) {
    if (claims.take(dayMetrics[metric], date, table)) days.add(date, metric, table, numbers);
  }
  return totalsOfRow({ date }, values);
}

function valuesOf(
  { breakdown, indexes, fills }: PlacedBreakdown,
  cells: readonly string[],
  numbers: RowNumbers,
  context: ReadContext,
): readonly Value[] | "broken" | "kind" {
  if (fills.length === 0) return [];
  const cell = (role: string) => (cells[indexes[role] ?? -1] ?? "").trim();
  const values = breakdown.values(cell, numbers, context);
  if (typeof values === "string") return values;
  return values.filter(({ dimension }) => fills.includes(dimension));
}

/** Numbers that need not be whole. */
const fractions: ReadonlySet<Metric> = new Set(["bounceRate", "visitSeconds"]);

function readNumbers({ metrics }: DatedTable, cells: readonly string[]): RowNumbers | undefined {
  const numbers = { ...noNumbers };
  for (const [name, index] of Object.entries(metrics)) {
    const metric = name as Metric;
    const text = (cells[index] ?? "").trim();
    const pattern = fractions.has(metric) ? /^\d{1,13}(?:\.\d+)?$/ : /^\d{1,13}(?:\.0+)?$/;
    if (text !== "" && !pattern.test(text)) return undefined;
    numbers[metric] = Number(text);
    if (numbers[metric] > numberMax) return undefined;
  }
  return numbers;
}

const noNumbers: Record<Metric, number> = {
  ...{ visitors: 0, visits: 0, pageviews: 0, events: 0 },
  ...{ bounceRate: 0, engagedVisits: 0, visitSeconds: 0 },
};

/**
 * Says which table fills a statistic of a day. Only the first one that has something for it does,
 * so that tables of the same numbers, or files of overlapping days, count once.
 */
class Claims {
  readonly #tables = new Map<string, Map<string, DatedTable>>();

  /** Returns whether the table fills the statistic of the day. */
  take(statistic: string, date: string, table: DatedTable): boolean {
    const byDay = this.#tables.get(statistic) ?? new Map<string, DatedTable>();
    const first = byDay.get(date) ?? table;
    this.#tables.set(statistic, byDay.set(date, first));
    return first === table;
  }
}

/** The numbers of a day; those that no table has are undefined. */
type DayNumbers = Partial<Record<DayMetric | "bounces" | "ms", number>>;

/** The numbers of each day. */
class Days {
  readonly #days = new Map<string, DayNumbers>();

  add(date: string, metric: DayMetric, { metrics }: DatedTable, numbers: RowNumbers): void {
    const day = this.#days.get(date) ?? {};
    this.#days.set(date, day);
    day[metric] = (day[metric] ?? 0) + numbers[metric];
    if (metric !== "visits") return;
    day.bounces = (day.bounces ?? 0) + bouncesOf(metrics, numbers);
    day.ms = (day.ms ?? 0) + Math.round(numbers.visitSeconds * numbers.visits * 1000);
  }

  /** Returns the totals of all days, which count as no row. */
  totals(): SourceTotal[] {
    return [...this.#days].flatMap(([date, day]) => {
      const { visitors = 0, visits = 0, pageviews = 0, bounces = 0, ms = 0 } = day;
      const numbers: Numbers = { visitors, pageviews };
      const values = [
        // Summaries read visitors and page views from here, too.
        totalOf("visit", date, { ...numbers, occurrences: visits }),
        totalOf("bounce", "", { occurrences: bounces }),
        totalOf("visit_ms", "", { occurrences: ms }),
        ...(day.visitors === undefined ? [] : [totalOf("visitor", date, numbers)]),
        ...(day.pageviews === undefined ? [] : [totalOf("pageview", date, numbers)]),
      ];
      return values.map((value) => ({ ...value, date, rows: 0 }));
    });
  }
}

/** Returns the bounces by their share, or as the visits that are left without engagement. */
function bouncesOf(
  metrics: DatedTable["metrics"],
  { visits, bounceRate, engagedVisits }: RowNumbers,
): number {
  if (metrics.bounceRate !== undefined) return Math.round(visits * Math.min(bounceRate, 1));
  return metrics.engagedVisits === undefined ? 0 : Math.max(visits - engagedVisits, 0);
}
