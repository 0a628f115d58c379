import { type CsvCells, CsvSplitter } from "./csv-splitter.ts";
import { readHead, type SourceFile } from "./source-file.ts";

/** A row by the names of its columns. A row of another length than the header has none. */
export type CsvRow = Readonly<Record<string, string>> | undefined;

const rowsAtOnce = 1_000;

/** Returns the names in a file's header; an empty list if the file is empty. */
export async function readHeader(file: SourceFile): Promise<string[]> {
  const splitter = new CsvSplitter();
  const head = Buffer.from(await readHead(file));
  const [names = []] = [...splitter.push(head), ...splitter.end()];
  return names.map((name) => name.trim());
}

/**
 * Yields the rows of a CSV file, some at a time, by the names in its header. `CsvSplitter` says
 * which CSV it understands.
 */
export async function* csvRows(file: SourceFile): AsyncGenerator<readonly CsvRow[]> {
  let names: readonly string[] | undefined;
  let some: CsvRow[] = [];
  for await (const rows of cellRows(file)) {
    for (const cells of rows) {
      if (names === undefined) names = cells?.map((name) => name.trim()) ?? [];
      else some.push(toRow(names, cells));
    }
    if (some.length < rowsAtOnce) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** Yields all rows of a CSV file, its header first, some at a time. */
export async function* cellRows(file: SourceFile): AsyncGenerator<readonly CsvCells[]> {
  const splitter = new CsvSplitter();
  for await (const chunk of file.read()) yield splitter.push(chunk);
  yield splitter.end();
}

function toRow(names: readonly string[], cells: CsvCells): CsvRow {
  if (cells?.length !== names.length) return undefined;
  const row: Record<string, string> = Object.create(null);
  for (const [i, name] of names.entries()) row[name] = cells[i] ?? "";
  return row;
}
