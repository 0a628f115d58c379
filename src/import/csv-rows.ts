import { Readable } from "node:stream";
import { parse } from "csv-parse";

import { ImportFailed } from "./problems.ts";
import { readHead, type SourceFile } from "./source-file.ts";

/** The cells of a row by the names of its columns. */
export class CsvRow {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly string[];

  /** `columns` are the places of the cells by their names. */
  constructor(columns: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  /** Returns the cell of a column; undefined if the file has no such column. */
  get(column: string): string | undefined {
    const at = this.#columns.get(column);
    return at === undefined ? undefined : this.#cells[at];
  }

  /** Returns the cell of a column; "" if the file has no such column. */
  text(column: string): string {
    return this.get(column) ?? "";
  }

  /** Returns all columns with their cells. */
  *entries(): Generator<readonly [column: string, cell: string]> {
    for (const [column, at] of this.#columns) yield [column, this.#cells[at] ?? ""];
  }
}

const rowsAtOnce = 1_000;
/** Rows are far shorter. A missing quote must not make a row of the whole file. */
const rowCharactersMax = 1024 * 1024;

/** Returns the names in a file's header; an empty list if the file is empty. */
export async function readHeader(file: SourceFile): Promise<string[]> {
  const head = await readHead(file);
  const rows = Readable.from([head]).pipe(parse({ to: 1, relax_column_count: true, bom: true }));
  try {
    for await (const row of rows) return (row as string[]).map((name) => name.trim());
  } catch {}
  return [];
}

/**
 * Yields the rows of a CSV file (RFC 4180; lines end with LF or CRLF, and a mark of UTF-8 is
 * ignored), some at a time. A row of another length than the header is undefined. Throws
 * `ImportFailed` if it is no CSV.
 */
export async function* csvRows(file: SourceFile): AsyncGenerator<readonly (CsvRow | undefined)[]> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    // A stray quote breaks its row, and must not end the import.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: rowCharactersMax,
  });
  const rows = Readable.from(file.read()).on("error", (error) => parser.destroy(error));
  let columns: Map<string, number> | undefined;
  let width = 0;
  let some: (CsvRow | undefined)[] = [];
  try {
    for await (const cells of rows.pipe(parser) as AsyncIterable<string[]>) {
      if (columns === undefined) {
        width = cells.length;
        columns = new Map(cells.map((name, at) => [name.trim(), at]));
        continue;
      }
      some.push(cells.length === width ? new CsvRow(columns, cells) : undefined);
      if (some.length < rowsAtOnce) continue;
      yield some;
      some = [];
    }
  } catch (error) {
    if (error instanceof ImportFailed) throw error;
    throw new ImportFailed(`${file.name} is no CSV: ${(error as Error).message}`, { cause: error });
  } finally {
    rows.destroy();
  }
  if (some.length > 0) yield some;
}
