import { expect } from "vitest";

import type { TestFootfall } from "../../helpers/footfall.ts";
import type { FormFile } from "../../helpers/imports.ts";
import { locations, pages, rest, sources, table, visitors } from "../../helpers/plausible.ts";
import { type ZipEntry, zip } from "../../helpers/zip.ts";

/** The days of the tables. */
export const imported = { from: "2024-01-01", to: "2024-01-02" };

export const everyTable: Readonly<Record<string, string>> = {
  visitors,
  sources,
  pages,
  locations,
  entry_pages: table(
    "date,entry_page,visitors,entrances,visit_duration,bounces,pageviews",
    "/,6,9,451,3,20",
  ),
  exit_pages: table(
    "date,exit_page,visitors,visit_duration,exits,bounces,pageviews",
    "/a?b=c,5,451,9,3,20",
  ),
  custom_events: table(
    "date,name,link_url,path,visitors,events",
    "Signup,,,2,3",
    "pageview,,,7,20",
  ),
  custom_props: table("date,property,value,visitors,events", "plan,pro,2,3"),
  devices: table(
    `date,device,${rest}`,
    "Laptop,2,2,0,0,5",
    "Desktop,3,5,0,0,9",
    "Mobile,2,2,0,0,6",
  ),
  browsers: table(
    `date,browser,browser_version,${rest}`,
    "Chrome,126.0,5,6,0,0,15",
    "BeBrowse,,2,3,0,0,5",
  ),
  operating_systems: table(
    `date,operating_system,operating_system_version,${rest}`,
    "Mac,10.15,5,6,0,0,15",
    "Windows,11,2,3,0,0,5",
  ),
};

/** The answers that the tables give. Each value: count, visitors, page views. */
export const expected: Readonly<Record<string, readonly (readonly [string, ...number[]])[]>> = {
  visitor: [
    ["2024-01-01", 7, 7, 20],
    ["2024-01-02", 1, 1, 1],
  ],
  visit: [
    ["2024-01-01", 9, 7, 20],
    ["2024-01-02", 1, 1, 1],
  ],
  pageview: [
    ["2024-01-01", 20, 7, 20],
    ["2024-01-02", 1, 1, 1],
  ],
  source: [
    ...([
      ["Google", 12, 12, 30],
      ["(direct)", 6, 6, 9],
      ["Facebook", 3, 3, 6],
    ] as const),
    ...([
      ["X", 2, 2, 4],
      ["blog.example.org", 1, 1, 2],
      ["newsletter", 1, 1, 2],
    ] as const),
  ],
  channel: [
    ...([
      ["Search", 12, 12, 30],
      ["Direct", 6, 6, 9],
      ["Paid", 3, 3, 6],
    ] as const),
    ...([
      ["Social", 2, 2, 4],
      ["E-mail", 1, 1, 2],
      ["Referral", 1, 1, 2],
    ] as const),
  ],
  referrer: [
    ...([
      ["google.com", 12, 12, 30],
      ["(direct)", 7, 7, 11],
      ["facebook.com", 3, 3, 6],
    ] as const),
    ...([
      ["t.co", 2, 2, 4],
      ["blog.example.org", 1, 1, 2],
    ] as const),
  ],
  utm_source: [
    ["fb", 3, 3, 6],
    ["twitter", 2, 2, 4],
    ["newsletter", 1, 1, 2],
  ],
  utm_medium: [
    ["cpc", 3, 3, 6],
    ["social", 2, 2, 4],
    ["email", 1, 1, 2],
  ],
  campaign: [["spring", 5, 5, 10]],
  utm_content: [["button", 2, 2, 4]],
  utm_term: [["shoes", 2, 2, 4]],
  page: [
    ["/", 12, 7, 12],
    ["/%C3%BCber%20uns", 3, 2, 3],
    ["/a?b=c", 1, 1, 1],
  ],
  hostname: [
    ["example.com", 10, 10, 16],
    ["(unknown)", 1, 1, 1],
  ],
  entry_page: [["/", 9, 6, 20]],
  exit_page: [["/a?b=c", 9, 5, 20]],
  event: [["Signup", 3, 2, 0]],
  continent: [
    ["North America", 5, 5, 9],
    ["(unknown)", 3, 3, 3],
    ["Europe", 2, 2, 2],
  ],
  country: [
    ["United States", 5, 5, 9],
    ["(unknown)", 3, 3, 3],
    ["Germany", 2, 2, 2],
  ],
  region: [
    ["(unknown)", 6, 6, 6],
    ["California, US", 3, 3, 7],
    ["Baden-Wurttemberg, DE", 1, 1, 1],
  ],
  device: [
    ["Desktop", 5, 5, 14],
    ["Mobile", 2, 2, 6],
  ],
  browser: [
    ["Chrome", 5, 5, 15],
    ["(unknown)", 2, 2, 5],
  ],
  browser_version: [
    ["Chrome 126", 5, 5, 15],
    ["(unknown)", 2, 2, 5],
  ],
  operating_system: [
    ["macOS", 5, 5, 15],
    ["Windows", 2, 2, 5],
  ],
  city: [],
  language: [],
  screen_resolution: [],
};

export function archiveOf(tables: Readonly<Record<string, string>>): FormFile {
  const entries = Object.entries(tables).map(([name, content]) => ({
    name: `imported_${name}_20240101_20240131.csv`,
    content,
  }));
  return archive(entries);
}

export function archive(entries: readonly ZipEntry[]): FormFile {
  return ["plausible.zip", new Uint8Array(zip(entries))];
}

/** Returns functions that make websites, and ask for their statistics. */
export function archiveSites(footfall: TestFootfall) {
  let websites = 0;

  async function newWebsite() {
    websites += 1;
    return footfall.store(`${websites}.example`, { privacy: 0 });
  }

  async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
    const key = path.startsWith("/shared") ? false : undefined;
    const options = { headers, ...(key === false && ({ key } as const)) };
    const reply = await footfall.request(path, options);
    return reply;
  }

  function pathOf(id: number, report: string, params: Readonly<Record<string, string>>): string {
    const base = report === "stats" ? `/api/v1/stats/${id}` : `/api/v1/websites/${id}/${report}`;
    return `${base}?${new URLSearchParams(params)}`;
  }

  async function valuesOf(id: number, name: string, params: Readonly<Record<string, string>>) {
    const reply = await get(pathOf(id, "stats", { name, per_page: "100", ...params }));
    expect(reply.status, reply.text).toBe(200);
    const { data, meta } = reply.json;
    type Row = { value: string; count: number; visitors: number; pageviews: number };
    const rows = (data as Row[]).map((row) => [row.value, row.count, row.visitors, row.pageviews]);
    return { rows, meta };
  }

  return { get, newWebsite, pathOf, valuesOf };
}
