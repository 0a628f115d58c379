import { readHeader } from "../csv-rows.ts";
import { ImportRefused } from "../problems.ts";
import type { SourceFile } from "../source-file.ts";

/** A CSV file and the names in its header. */
export interface CsvTable {
  readonly file: SourceFile;
  readonly names: ReadonlySet<string>;
}

/** Returns the files with their headers. */
export function readTables(files: readonly SourceFile[]): Promise<CsvTable[]> {
  return Promise.all(files.map(async (file) => ({ file, names: new Set(await readHeader(file)) })));
}

/** Throws `ImportRefused` if the table lacks a column. */
export function requireColumns({ file, names }: CsvTable, columns: readonly string[]): void {
  const missing = columns.filter((column) => !names.has(column));
  if (missing.length === 0) return;
  throw new ImportRefused(`${file.name} has no column ${missing.join(" and no column ")}`);
}

export function fileNames(tables: readonly CsvTable[]): string[] {
  return tables.map(({ file }) => file.name);
}
