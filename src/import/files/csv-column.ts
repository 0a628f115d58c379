import { cellRows } from "./csv-rows.ts";
import type { SourceFile } from "./source-file.ts";

/** Longer values are cut, so that they do not fill the memory. */
const valueCharactersMax = 200;

/**
 * Returns the values of a column of a CSV file, each once, without the empty one. Stops after
 * `valuesMax`. Rows of another length than the header are left out. It reads the whole file.
 */
export async function distinctValues(
  file: SourceFile,
  column: string,
  valuesMax: number,
): Promise<Set<string>> {
  const values = new Set<string>();
  let width: number | undefined;
  let index = -1;
  for await (const rows of cellRows(file)) {
    for (const cells of rows) {
      if (width === undefined) {
        width = cells?.length ?? 0;
        index = cells?.findIndex((name) => name.trim() === column) ?? -1;
        if (index === -1) return values;
        continue;
      }
      const value = cells?.length === width ? (cells[index] ?? "").trim() : "";
      if (value !== "") values.add(value.slice(0, valueCharactersMax));
    }
    if (values.size >= valuesMax) break;
  }
  return values;
}
