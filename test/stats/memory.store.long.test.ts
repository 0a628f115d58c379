import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/clickhouse/database.ts";
import { bind, type Sql, sql } from "../../src/clickhouse/sql.ts";
import type { FunnelSteps } from "../../src/counting/funnels.ts";
import type { Goal } from "../../src/counting/goals.ts";
import { readFilters } from "../../src/http/reports/filter-params.ts";
import { breakdownListing } from "../../src/stats/breakdown.ts";
import { engagementListing } from "../../src/stats/engagement.ts";
import { funnelSql } from "../../src/stats/funnel.ts";
import { goalsSql } from "../../src/stats/goals.ts";
import { heatmapSql } from "../../src/stats/heatmap.ts";
import { journeyStepsListing } from "../../src/stats/journeys.ts";
import { type Listing, pageSql } from "../../src/stats/listing.ts";
import { totalsSql } from "../../src/stats/totals.ts";
import { stopAll } from "../helpers/clean-up.ts";
import { startFootfall } from "../helpers/footfall.ts";

/**
 * More visitor days than ClickHouse puts into a block of 65,409 rows. With its default settings,
 * breakdowns of one block take 80 MB or more on one thread.
 */
const visitorDays = 70_000;
const memoryBytesMax = 50_000_000;

let db: Database;
beforeAll(async () => {
  ({ db } = (await startFootfall()).server.store);
  await db.run(sql`
    INSERT INTO events (website_id, date, visitor, time, name, engagement_time_ms, page, referrer, browser, device, country)
    SELECT
      7,
      '2025-11-02',
      cityHash64(intDiv(number, 4)) AS hash,
      toDateTime64('2025-11-02 12:00:00', 3, 'UTC') + number % 4 * 60,
      ['pageview', 'pageview', ['Signup', 'Search'][1 + hash % 2], 'engagement'][1 + number % 4],
      if(number % 4 = 3, 1000, 0),
      concat('/blog/article-', toString(cityHash64(number) % 5000)),
      if(number % 4 = 0, concat('site-', toString(hash % 300), '.example'), ''),
      ['Chrome', 'Safari', 'Firefox'][1 + hash % 3],
      ['Desktop', 'Mobile'][1 + hash % 2],
      ['DE', 'FR', 'NL'][1 + hash % 3]
    FROM numbers(${bind("UInt64", 4 * visitorDays)})`);
});
afterAll(stopAll);

const filters = readFilters({
  browser: ["Chrome", "Safari"],
  device: ["Desktop"],
  country: ["Germany", "France"],
  event: ["Signup"],
});
const states = [{ date: "2025-11-02", events: 1, removals: 0, rollupId: undefined }];
const firstRows = { limit: 10, offset: 0 };
const asked = {
  websiteId: 7,
  from: "2025-11-02",
  to: "2025-11-02",
  filters,
  ...firstRows,
  search: "",
  countsFrom: "events",
  sort: "desc",
} as const;
const signup: Goal = { name: "Signup", type: "event", value: "Signup", props: {} };
const readers: Goal = { name: "Readers", type: "page", value: "/blog/*", props: {} };
const funnel: FunnelSteps = { within: "day", steps: [readers, signup] };
const clock = { timezone: "Europe/Berlin" };

const page = (listing: Listing<string>): Sql => pageSql(listing, states, firstRows);
const breakdownOf = (dimension: "browser" | "entry_page" | "page" | "source" | "visitor"): Sql =>
  page(breakdownListing({ ...asked, dimension, sortBy: "count" }));

test.each<[string, Sql]>([
  ["visitors", breakdownOf("visitor")],
  ["browsers", breakdownOf("browser")],
  ["sources", breakdownOf("source")],
  ["pages", breakdownOf("page")],
  ["entry pages", breakdownOf("entry_page")],
  ["a summary", totalsSql({ websiteId: 7, days: states, filters })],
  ["goals", goalsSql({ ...asked, goals: [signup, readers] }, states)],
  ["a funnel", funnelSql({ ...asked, funnel }, states)],
  [
    "journeys",
    page(
      journeyStepsListing({
        ...asked,
        path: [],
        journey: { direction: "forward", hasEvents: true },
      }),
    ),
  ],
  ["engagement", page(engagementListing({ ...asked, sortBy: "visitors" }))],
  ["a heat map", heatmapSql({ ...asked, metric: "visitors", clock }, states)],
])("%s with four filters take little memory, however many visitor days", async (_, statement) => {
  const limits = {
    signal: new AbortController().signal,
    deadlineMs: performance.now() + 60_000,
    threadsMax: 1,
    memoryBytesMax,
  };

  expect(await db.rows(statement, limits)).not.toEqual([]);
});
