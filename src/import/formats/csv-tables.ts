import { importProblem } from "../../model/import-problems.ts";
import { readHeader } from "../files/csv-rows.ts";
import type { SourceFile } from "../files/source-file.ts";
import { ImportRefused } from "../problems.ts";

/** A CSV file and the names in its header. */
export interface CsvTable {
  readonly file: SourceFile;
  readonly names: ReadonlySet<string>;
}

/** The names of files that were read before: several formats ask for those of the same files. */
const namesOf = new WeakMap<SourceFile, ReadonlySet<string>>();

/**
 * Returns the files with their headers. Reads one after the other: an archive may have a thousand.
 */
export async function readTables(files: readonly SourceFile[]): Promise<CsvTable[]> {
  const tables: CsvTable[] = [];
  for (const file of files) {
    const names = namesOf.get(file) ?? new Set(await readHeader(file));
    namesOf.set(file, names);
    tables.push({ file, names });
  }
  return tables;
}

/** Throws `ImportRefused` if the table lacks a column. */
export function requireColumns({ file, names }: CsvTable, columns: readonly string[]): void {
  const missing = columns.filter((column) => !names.has(column));
  if (missing.length === 0) return;
  throw new ImportRefused(
    importProblem("columns", { file: file.name, columns: missing.join(", ") }),
  );
}

export function fileNames(tables: readonly CsvTable[]): string[] {
  return tables.map(({ file }) => file.name);
}
