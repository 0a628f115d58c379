import { pino } from "pino";
import { expect, test } from "vitest";
import type { Database } from "../../src/clickhouse/database.ts";
import { render, type Sql } from "../../src/clickhouse/sql.ts";
import { type BreakdownQuery, breakdownReport } from "../../src/stats/breakdown.ts";
import { comparedBreakdown } from "../../src/stats/breakdown-comparison.ts";
import { joinImports } from "../../src/stats/imported-days.ts";
import { QueryScheduler } from "../../src/stats/query-scheduler.ts";
import { Statistics } from "../../src/stats/statistics.ts";

const [now, before] = [
  { from: "2026-11-02", to: "2026-11-02" },
  { from: "2026-11-01", to: "2026-11-01" },
];
const caller = { signal: new AbortController().signal, priority: "owner" } as const;
const shown: BreakdownQuery = {
  websiteId: 7,
  ...now,
  dimension: "browser",
  filters: [],
  search: "",
  sortBy: "count",
  sort: "desc",
  limit: 10,
  offset: 0,
};
const compared = { ...shown, earlier: { ...before, compared: { now, before } } };

/** Returns statistics of two days, and the days whose values they have counted. */
function statisticsOfTwoDays() {
  const counted: string[] = [];
  const rows = async (statement: Sql) => {
    const { query, query_params: params } = render(statement);
    if (query.includes("FROM rollup_days")) return [];
    const [day = ""] = [now.from, before.from].filter((each) =>
      JSON.stringify(params).includes(each),
    );
    if (!query.includes("AS listed")) {
      return [{ date: day, events: 5, removals: 0, rollupId: "", gone: 1, importId: 0 }];
    }
    counted.push(day);
    return [{ value: "Chrome", count: 5, visitors: 5, pageviews: 5, total: 1, total_count: 5 }];
  };
  const scheduler = new QueryScheduler(
    { heavyMax: 1, timeMsMax: 10_000 },
    pino({ level: "silent" }),
  );
  return {
    counted,
    statistics: new Statistics({ db: { rows } as unknown as Database, scheduler }),
  };
}

test("values that a card already shows are not counted again when they are compared", async () => {
  const { counted, statistics } = statisticsOfTwoDays();
  const { value } = await statistics.report(breakdownReport, shown, caller);
  const { value: both } = await comparedBreakdown(statistics, compared, caller);
  expect(both[0]).toBe(value);
  expect(both[1]).toEqual([expect.objectContaining({ value: "Chrome", count: 5 })]);
  expect(counted).toEqual([now.from, before.from]);
});

test("a caller that wants both ranges counted anew gets that", async () => {
  const { counted, statistics } = statisticsOfTwoDays();
  await comparedBreakdown(statistics, compared, caller);
  await comparedBreakdown(statistics, compared, { ...caller, freshness: "anew" });
  expect(counted).toEqual([now.from, before.from, now.from, before.from]);
});

test("a comparison tells the imports of both of its ranges", () => {
  const first = { days: 3, sums: ["page"], missing: ["city"] };
  expect(joinImports([first, { days: 2, sums: ["source"], missing: ["city"] }])).toEqual({
    days: 5,
    sums: ["page", "source"],
    missing: ["city"],
  });
  expect(joinImports([undefined, first])).toEqual(first);
  expect(joinImports([undefined, undefined])).toBeUndefined();
});
