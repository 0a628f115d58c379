import { cellRows, readHeader } from "./csv-rows.ts";
import { Pace } from "./pace.ts";
import type { SourceFile } from "./source-file.ts";

/** Longer values are cut, so that they do not fill the memory. */
const valueCharactersMax = 200;

/**
 * Returns the values of a column of a CSV file, each once, without the empty one. Stops after
 * `valuesMax`. Rows of another length than the header are left out. It reads the whole file, and
 * rests in between, as somebody waits for the answer of a request meanwhile.
 */
export async function distinctValues(
  file: SourceFile,
  column: string,
  valuesMax: number,
): Promise<Set<string>> {
  const values = new Set<string>();
  const names = await readHeader(file);
  const index = names.indexOf(column);
  if (index === -1) return values;
  const pace = new Pace();
  let isHeader = true;
  for await (const rows of cellRows(file)) {
    for (const cells of rows) {
      const value = cells?.length === names.length ? (cells[index] ?? "").trim() : "";
      if (!isHeader && value !== "") values.add(value.slice(0, valueCharactersMax));
      isHeader = false;
    }
    if (values.size >= valuesMax) break;
    await pace.rest();
  }
  return values;
}
