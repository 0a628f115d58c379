import { Readable } from "node:stream";
import { parse } from "csv-parse";

import { ImportFailed } from "./problems.ts";
import { readHead, type SourceFile } from "./source-file.ts";

/** A row by the names of its columns. A row of another length than the header has none. */
export type CsvRow = Readonly<Record<string, string>> | undefined;

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
 * ignored), some at a time, by the names in its header. Throws `ImportFailed` if it is no CSV.
 */
export async function* csvRows(file: SourceFile): AsyncGenerator<readonly CsvRow[]> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    // A stray quote breaks its row, and must not end the import.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: rowCharactersMax,
  });
  const rows = Readable.from(file.read()).on("error", (error) => parser.destroy(error));
  let names: string[] | undefined;
  let some: CsvRow[] = [];
  try {
    for await (const cells of rows.pipe(parser) as AsyncIterable<string[]>) {
      if (names === undefined) {
        names = cells.map((name) => name.trim());
        continue;
      }
      some.push(toRow(names, cells));
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

function toRow(names: readonly string[], cells: readonly string[]): CsvRow {
  if (cells.length !== names.length) return undefined;
  const row: Record<string, string> = Object.create(null);
  for (const [i, name] of names.entries()) row[name] = cells[i] ?? "";
  return row;
}
