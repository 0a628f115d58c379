import type { SourceFile } from "../../../src/import/files/source-file.ts";
import type { ReadContext, SourceTotal, TotalFormat } from "../../../src/import/format.ts";
import { RowCounter } from "../../../src/import/run/row-counter.ts";
import { website } from "./reading.ts";

/** Reads the files as an import does. `valuesOf` has each value: visitors, page views, count. */
export async function readTotals(format: TotalFormat, files: readonly SourceFile[]) {
  const inspection = await format.inspect(files, {});
  const counter = new RowCounter();
  const props = { add: async () => {}, find: async () => new Map() };
  const context: ReadContext = { website, options: {}, counter, props };
  const totals: SourceTotal[] = [];
  for await (const some of format.read(files, context)) totals.push(...some);
  const valuesOf = (name: string) =>
    totals
      .filter(({ dimension }) => dimension === name)
      .map(({ date, value, visitors, pageviews, occurrences }) => [
        date,
        value,
        visitors,
        pageviews,
        occurrences,
      ]);
  const rows = totals.reduce((sum, total) => sum + total.rows, 0);
  return { inspection, counter, totals, rows, valuesOf };
}
