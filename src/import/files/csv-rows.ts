import { type CsvCells, CsvSplitter } from "./csv-splitter.ts";
import { readHead, type SourceFile } from "./source-file.ts";

/** The cells of a row by the names of its columns. */
export class CsvRow {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly string[];

  /** `columns` are the indexes of the cells by their names. */
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

/** Rows are handed on when there are this many, or when they hold this much. */
const rowsAtOnce = 1_000;
const charactersAtOnce = 4 * 1024 * 1024;
/** The memory of a cell beside its text. */
const cellCharacters = 8;

/** Exports have some dozens. */
const columnsMax = 1_000;

/** Returns the first 1,000 names in a file's header; an empty list if the file is empty. */
export async function readHeader(file: SourceFile): Promise<string[]> {
  const splitter = new CsvSplitter();
  const head = Buffer.from(await readHead(file));
  const [names = []] = [...splitter.push(head), ...splitter.end()];
  return names.slice(0, columnsMax).map((name) => name.trim());
}

/**
 * Yields the rows of a CSV file, some at a time. A row of another length than the header is
 * undefined. `CsvSplitter` says which CSV it understands.
 */
export async function* csvRows(file: SourceFile): AsyncGenerator<readonly (CsvRow | undefined)[]> {
  let columns: Map<string, number> | undefined;
  let width = 0;
  let some: (CsvRow | undefined)[] = [];
  let characters = 0;
  for await (const rows of cellRows(file)) {
    for (const cells of rows) {
      if (columns === undefined) {
        width = cells?.length ?? 0;
        columns = new Map(cells?.map((name, at) => [name.trim(), at]));
      } else {
        some.push(cells?.length === width ? new CsvRow(columns, cells) : undefined);
        characters += charactersOf(cells);
      }
    }
    if (some.length < rowsAtOnce && characters < charactersAtOnce) continue;
    yield some;
    some = [];
    characters = 0;
  }
  if (some.length > 0) yield some;
}

function charactersOf(cells: CsvCells = []): number {
  return cells.reduce((sum, { length }) => sum + length + cellCharacters, 0);
}

/** Yields all rows of a CSV file, its header first, some at a time. */
export async function* cellRows(file: SourceFile): AsyncGenerator<readonly CsvCells[]> {
  const splitter = new CsvSplitter();
  for await (const chunk of file.read()) yield splitter.push(chunk);
  yield splitter.end();
}
