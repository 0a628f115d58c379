import { readHeader } from "./csv-rows.ts";
import type { SourceFile } from "./source-file.ts";

/** Longer values are cut, and longer rows given up, so that they do not fill the memory. */
const valueCharactersMax = 200;
const rowCharactersMax = 1024 * 1024;

/**
 * Returns the values of a column of a CSV file, each once, without the empty one. Stops after
 * `valuesMax`. Rows of another length than the header are left out. It reads the whole file, but
 * takes a small part of the time that parsing takes. Values are those of single bytes: an id in
 * ASCII is as it is in the file.
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
  let isHeader = true;
  for await (const rows of rowsOf(file)) {
    for (const row of rows) {
      const cells = row.includes('"') ? quotedCells(row) : row.split(",");
      const value = (cells[index] ?? "").trim().slice(0, valueCharactersMax);
      if (!isHeader && cells.length === names.length && value !== "") values.add(value);
      isHeader = false;
    }
    if (values.size >= valuesMax) break;
  }
  return values;
}

/** Yields the rows as text, some at a time. A line feed in quotes ends none. */
async function* rowsOf(file: SourceFile): AsyncGenerator<readonly string[]> {
  let rest = "";
  /** The lines of a row that ends in quotes so far. */
  let open = "";
  const take = (line: string): string[] => {
    const isOpen = open === "" ? opensQuotes(line) : !hasOddQuotes(line);
    const row = open + line;
    open = isOpen && row.length <= rowCharactersMax ? `${row}\n` : "";
    return open === "" ? [row] : [];
  };
  for await (const chunk of file.read()) {
    const lines = (rest + chunk.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    yield lines.flatMap(take);
    if (rest.length > rowCharactersMax) rest = "";
  }
  yield [open + rest];
}

/** Returns whether a line ends in quotes. A quote amid a value without quotes opens none. */
function opensQuotes(line: string): boolean {
  return line.includes('"') && /(?:^|,)"/.test(line) && hasOddQuotes(line);
}

function hasOddQuotes(line: string): boolean {
  return line.split('"').length % 2 === 0;
}

function quotedCells(row: string): string[] {
  const cells = row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain);
}
