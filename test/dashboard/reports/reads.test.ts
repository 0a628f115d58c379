import { describe, expect, test } from "vitest";
import {
  changeWebsiteQuery,
  readWebsiteQuery,
  writeWebsiteQuery,
} from "../../../src/dashboard/address/website-query.ts";
import { doorLines } from "../../../src/dashboard/reports/door-lines.ts";
import { pointsOfPurposes } from "../../../src/dashboard/reports/purposes-over-time.ts";
import { purposes, readFilters } from "../../../src/dashboard/reports/reads-names.ts";
import {
  hasOthers,
  openList,
  readsFilters,
  readsPath,
  withFilters,
  withList,
} from "../../../src/dashboard/reports/reads-query.ts";
import { readFilters as allFilters, purposes as allPurposes } from "../../../src/model/choices.ts";

const address =
  "?view=reads&filter[page]=/blog/*&filter[source]=Google&list=page&filter[reader]=GPTBot&filter[purpose]=%21seo";
const query = readWebsiteQuery(address);
const site = {
  paths: { website: "/api/v1/websites/7" } as never,
  days: { from: "2026-11-27", to: "2026-11-28", fromHour: 15 },
  query,
};

test("the words have all purposes and filters, in the order of the API", () => {
  expect(purposes).toEqual(allPurposes);
  expect(readFilters).toEqual(allFilters);
});

describe("the filters of reads", () => {
  test("are in the address, beside those of visitors", () => {
    expect(writeWebsiteQuery(query)).toBe(address);
    expect(readsFilters(query)).toEqual([
      { name: "reader", value: "GPTBot" },
      { name: "purpose", value: "!seo" },
      { name: "page", value: "/blog/*" },
    ]);
    expect([hasOthers(query), openList(query.report)]).toEqual([true, "page"]);
  });

  test("change without a change of visitors, but for pages", () => {
    const change = withFilters(query, [{ name: "operator", value: "OpenAI" }]);
    expect(writeWebsiteQuery(changeWebsiteQuery(query, change))).toBe(
      "?view=reads&filter[source]=Google&filter[operator]=OpenAI",
    );
  });

  test("stay when a list opens and closes", () => {
    const closed = { ...query.report, ...withList(query.report, undefined) };
    expect(openList(closed)).toBeUndefined();
    const open = { ...closed, ...withList(closed, "reader") };
    expect([openList(open), open.reads.length]).toEqual(["reader", 3]);
  });

  test("select in the API whole days, and no visitors", () => {
    expect(decodeURIComponent(readsPath(site, "reads", { by: "day" }))).toBe(
      "/api/v1/websites/7/reads?from=2026-11-27&to=2026-11-28&filter[reader]=GPTBot&filter[purpose]=!seo&filter[page]=/blog/*&by=day",
    );
    const own = decodeURIComponent(readsPath(site, "reads/unread", { "filter[purpose]": "feed" }));
    expect(own).toContain("&filter[purpose]=feed&");
    expect(own).not.toContain("!seo");
  });
});

test("days add up to the months and weeks that they lie in", () => {
  const all = [
    {
      purpose: "training",
      rows: [
        { value: "2026-10-31", reads: 1 },
        { value: "2026-11-01", reads: 2 },
        { value: "2026-11-30", reads: 4 },
      ],
    },
    { purpose: "seo", rows: [{ value: "2026-11-02", reads: 8 }] },
  ] as const;
  expect(pointsOfPurposes(all, ["2026-10", "2026-11"])).toEqual([
    { value: "2026-10", reads: 1, byPurpose: { training: 1 } },
    { value: "2026-11", reads: 14, byPurpose: { training: 6, seo: 8 } },
  ]);
  expect(pointsOfPurposes(all, ["2026-11-01", "2026-11-02"])).toEqual([
    { value: "2026-11-01", reads: 2, byPurpose: { training: 2 } },
    { value: "2026-11-02", reads: 12, byPurpose: { training: 4, seo: 8 } },
  ]);
});

test("hours before and after the last 24 are left out", () => {
  const hours = ["2026-11-27T09:00", "2026-11-27T10:00", "2026-11-28T11:00"];
  const rows = hours.map((value) => ({ value, reads: 1 }));
  expect(pointsOfPurposes([{ purpose: "feed", rows }], ["2026-11-27T10:00"])).toEqual([
    { value: "2026-11-27T10:00", reads: 1, byPurpose: { feed: 1 } },
  ]);
});

test("the commands of the doors name the website and the server", () => {
  const lines = doorLines({ id: 7, domain: "shop.example" }, "https://stats.example/api/v1");
  expect(lines.importing).toBe("footfall import --website shop.example /var/log/nginx/access.log");
  expect(lines.following).toBe("footfall follow --website shop.example /var/log/nginx/access.log");
  expect(lines.request).toContain("curl https://stats.example/api/v1/websites/7/reads");
  expect(lines.request).toContain('"url":"https://shop.example/pricing"');
});
