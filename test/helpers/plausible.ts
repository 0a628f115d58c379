import type { SourceFile } from "../../src/import/files/source-file.ts";
import type { ReadContext, SourceTotal } from "../../src/import/format.ts";
import { plausible } from "../../src/import/formats/plausible.ts";
import { RowCounter } from "../../src/import/run/row-counter.ts";

/** Texts of files by the names of their tables. */
export type Tables = Readonly<Record<string, string>>;

export const range = "20240101_20240131";
export const rest = "visitors,visits,visit_duration,bounces,pageviews";
export const visitorsHeader = "date,visitors,pageviews,bounces,visits,visit_duration";
export const visitors = `${visitorsHeader}\n2024-01-01,7,20,3,9,451\n2024-01-02,1,1,1,1,0\n`;

export function file(name: string, text: string): SourceFile {
  return {
    name,
    async *read() {
      // Pieces of a few bytes, so that no row comes whole.
      const bytes = Buffer.from(text);
      for (let i = 0; i < bytes.length; i += 7) yield bytes.subarray(i, i + 7);
    },
  };
}

export function filesOf(tables: Tables): SourceFile[] {
  return Object.entries({ visitors, ...tables }).map(([name, text]) =>
    file(`imported_${name}_${range}.csv`, text),
  );
}

export function read(tables: Tables): Promise<{ totals: SourceTotal[]; counter: RowCounter }> {
  return readFiles(filesOf(tables));
}

export async function readFiles(
  files: readonly SourceFile[],
): Promise<{ totals: SourceTotal[]; counter: RowCounter }> {
  const counter = new RowCounter();
  const context: ReadContext = {
    website: { id: 1, domain: "example.com", timezone: "UTC" },
    options: {},
    counter,
    props: { add: async () => {}, find: async () => new Map() },
  };
  const totals: SourceTotal[] = [];
  for await (const some of plausible.read(files, context)) totals.push(...some);
  return { totals, counter };
}

/** Resolves with each value of a dimension: visitors, page views, occurrences, amount. */
export async function valuesOf(dimension: string, tables: Tables): Promise<unknown[]> {
  const { totals } = await read(tables);
  return totals
    .filter((total) => total.dimension === dimension)
    .map(({ value, visitors, pageviews, occurrences, milliAmount }) => [
      value,
      visitors,
      pageviews,
      occurrences,
      ...(milliAmount === undefined ? [] : [milliAmount]),
    ]);
}

/** Returns a table with one row for each of these. */
export function table(header: string, ...rows: readonly string[]): string {
  return [header, ...rows.map((row) => `2024-01-01,${row}`)].join("\n");
}
export const sourcesHeader =
  "date,source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,pageviews,visitors,visits,visit_duration,bounces";
export const sources = table(
  sourcesHeader,
  "Google,google.com,,,,,,30,12,13,100,5",
  "twitter,t.co/abc,twitter,social,spring,button,shoes,4,2,2,0,2",
  "Facebook,facebook.com,fb,cpc,spring,,,6,3,3,0,3",
  "Direct / None,,,,,,,8,5,5,0,1",
  ",,,,,,,1,1,1,0,1",
  "blog.example.org,www.blog.example.org/post?a=b,,,,,,2,1,1,0,0",
  "newsletter,,newsletter,email,,,,2,1,1,0,0",
);

export const pages = table(
  "date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits,total_time_on_page,total_time_on_page_visits",
  "example.com,/,9,7,12,400,8,90,8",
  "Example.com,/über uns,2,2,3,0,0,0,0",
  ",/a?b=c,1,1,1,50,1,30,2",
  "example.com,,1,1,1,80,1,5,1",
);

export const locations = table(
  "date,country,region,city,visitors,visits,visit_duration,bounces,pageviews",
  "US,US-CA,5391959,3,3,0,0,7",
  "US,,0,2,2,0,0,2",
  "DE,DE-BW,2929831,1,1,0,0,1",
  "de,DE-QQ,0,1,1,0,0,1",
  "A1,,0,1,1,0,0,1",
  "ZZ,,0,1,1,0,0,1",
  ",,,1,1,0,0,1",
);
