import { expect } from "vitest";
import { authorization } from "../../helpers/program.ts";
import { zip } from "../../helpers/zip.ts";

const months = 14;
const daysPerMonth = 28;
export const pagesPerDay = 150;
export const days = months * daysPerMonth;
/** Days are far older than this. */
export const RETENTION_DAYS = "31";

/** Returns an archive with the totals of more than a year. */
export function history(): Uint8Array<ArrayBuffer> {
  const visitors = ["date,visitors,pageviews,bounces,visits,visit_duration"];
  const pages = ["date,hostname,page,visits,visitors,pageviews"];
  for (let nth = 0; nth < days; nth += 1) {
    const month = Math.floor(nth / daysPerMonth);
    const day = new Date(Date.UTC(2023, month, 1 + (nth % daysPerMonth))).toISOString();
    const date = day.slice(0, 10);
    visitors.push(`${date},7,${2 * pagesPerDay},3,9,451`);
    for (let page = 0; page < pagesPerDay; page += 1) pages.push(`${date},,/${page},1,1,2`);
  }
  const contentOf = (lines: readonly string[]) => `${lines.join("\n")}\n`;
  return new Uint8Array(
    zip([
      { name: "imported_visitors.csv", content: contentOf(visitors) },
      { name: "imported_pages.csv", content: contentOf(pages) },
    ]),
  );
}

export async function countOf(url: string, name: string): Promise<number> {
  const query = `name=${name}&from=2023-01-01&to=2024-12-31`;
  const headers = { ...authorization, "cache-control": "no-cache" };
  const reply = await fetch(`${url}/api/v1/stats/1?${query}`, { headers });
  return ((await reply.json()) as { meta: { count: number } }).meta.count;
}

export async function expectOnce(url: string): Promise<void> {
  expect(await countOf(url, "visitor")).toBe(days * 7);
  expect(await countOf(url, "page")).toBe(days * pagesPerDay * 2);
}
