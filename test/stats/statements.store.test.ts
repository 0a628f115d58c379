import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/clickhouse/database.ts";
import { bind, render, type Sql, sql } from "../../src/clickhouse/sql.ts";
import type { Filter } from "../../src/counting/filters.ts";
import type { Goal } from "../../src/counting/goals.ts";
import { type BreakdownParams, readBreakdown } from "../../src/http/reports/breakdown-route.ts";
import { readFilters } from "../../src/http/reports/filter-params.ts";
import { incrementSql } from "../../src/rollups/open-days/increment-sql.ts";
import { rollUpSql } from "../../src/rollups/rollup-sql.ts";
import { breakdownListing } from "../../src/stats/breakdown.ts";
import type { DayState } from "../../src/stats/day-state.ts";
import { engagementListing } from "../../src/stats/engagement.ts";
import { exportSql } from "../../src/stats/export/event-sql.ts";
import { type FunnelQuery, funnelSql } from "../../src/stats/funnel.ts";
import { funnelBreakdownListing } from "../../src/stats/funnel-breakdown.ts";
import { type GoalBreakdownQuery, goalBreakdownListing } from "../../src/stats/goal-breakdown.ts";
import { goalsSql } from "../../src/stats/goals.ts";
import { heatmapSql } from "../../src/stats/heatmap.ts";
import { intakeSql } from "../../src/stats/intake.ts";
import { journeyPathsListing } from "../../src/stats/journey-paths.ts";
import { journeyStepsListing } from "../../src/stats/journeys.ts";
import { type Listing, pageSql } from "../../src/stats/listing.ts";
import { liveQuery, liveSql } from "../../src/stats/live.ts";
import { propNumbersSql, propValuesListing } from "../../src/stats/prop-values.ts";
import { propsListing } from "../../src/stats/props.ts";
import { revenueListing } from "../../src/stats/revenue.ts";
import { revenueBreakdownListing, type Touch } from "../../src/stats/revenue-breakdown.ts";
import { totalsSql } from "../../src/stats/totals.ts";
import { stopAll } from "../helpers/clean-up.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

/**
 * The statements that answer a query, as ClickHouse formats them, with their values. `npm run sql`
 * renews the files after an intended change; docs/statistics.md explains two of them.
 */

const website = { id: 7, timezone: "Europe/Berlin" };
const nowMs = Date.parse("2026-11-03T12:00:00Z");
const uuid = (nth: number) => `01900000-0000-7000-8000-00000000000${nth}`;
const rolledUp: DayState = { date: "2026-11-01", events: 1200, removals: 0, rollupId: uuid(1) };
const counted: DayState = { date: "2026-11-02", events: 40, removals: 0, rollupId: undefined };
const increments = {
  date: "2026-11-03",
  generation: uuid(2),
  increments: [uuid(2), uuid(3)],
  events: 2_000_000,
  removals: 0,
  untilMs: nowMs - 120_000,
};
const openDay: DayState = {
  date: "2026-11-03",
  events: 2_000_300,
  removals: 0,
  rollupId: undefined,
  openDay: { rollup: increments, later: 300 },
};

const firstRows = { limit: 10, offset: 0 };

function firstPage(listing: Listing<string>, states: readonly DayState[]): Sql {
  return pageSql(listing, states, firstRows);
}

function breakdownOf(params: Partial<BreakdownParams>, states: readonly DayState[]): Sql {
  const all = {
    name: "browser",
    from: "2026-11-01",
    to: "2026-11-03",
    ...params,
  } as BreakdownParams;
  return breakdownWith(all, readFilters(all.filter ?? {}), states);
}

function breakdownWith(
  params: BreakdownParams,
  filters: readonly Filter[],
  states: readonly DayState[],
): Sql {
  const { from, to } = params;
  const range = { websiteId: website.id, from, to, filters };
  return firstPage(breakdownListing(readBreakdown({ params, range, site: { website } })), states);
}

const onSecond = {
  websiteId: 7,
  from: "2026-11-02",
  to: "2026-11-02",
  countsFrom: "events",
} as const;
const signup: Goal = { name: "Signup", type: "event", value: "Sign*", props: { plan: "pro" } };
const readers: Goal = { name: "Readers", type: "page", value: "~blog", props: {} };
const byGoal: Filter = {
  dimension: "goal",
  wanted: [{ text: "Readers", match: "is" }],
  unwanted: [],
  goals: [readers],
};

function ofGoal(asked: Partial<GoalBreakdownQuery>): GoalBreakdownQuery {
  return {
    ...onSecond,
    filters: [],
    goal: signup,
    dimension: "source",
    interval: "day",
    clock: { timezone: "Europe/Berlin" },
    search: "",
    sortBy: "converted",
    sort: "desc",
    limit: 10,
    offset: 0,
    ...asked,
  };
}
const funnelOf = (within: "day" | "visit", props = {}): FunnelQuery => ({
  websiteId: 7,
  from: "2026-11-02",
  to: "2026-11-02",
  countsFrom: "events",
  filters: [],
  funnel: {
    within,
    steps: [
      { type: "page", value: "/pricing*", props: {} },
      { type: "event", value: "Signup", props },
    ],
  },
});
const onRawDay = {
  websiteId: 7,
  from: "2026-11-02",
  to: "2026-11-02",
  countsFrom: "events",
  filters: [],
  search: "",
  limit: 10,
  offset: 0,
} as const;
const ofPurchases = {
  ...onRawDay,
  sortBy: "count",
  sort: "desc",
  hasNumbers: true,
  carriers: { key: "plan", event: "Purchase", hasNone: true },
} as const;
const days = { websiteId: 7, from: "2026-11-01", to: "2026-11-03" };
const ofDays = { ...days, ...firstRows, filters: [], search: "", sort: "desc" } as const;
const bySource = (touch: Touch) =>
  ({ ...ofDays, countsFrom: "events", dimension: "source", touch, sortBy: "amount" }) as const;

const rollUp = rollUpSql([{ date: "2026-11-01", websiteIds: [7], rollupId: uuid(1) }]) as [
  Sql,
  Sql,
];

const statements: Readonly<Record<string, Sql>> = {
  browser: breakdownOf({ name: "browser" }, [rolledUp, counted]),
  "browser-rolled-up": breakdownOf({ name: "browser" }, [rolledUp]),
  page: breakdownOf({ name: "page" }, [counted]),
  entry_page: breakdownOf({ name: "entry_page" }, [counted]),
  visitor: breakdownOf({ name: "visitor" }, [rolledUp, counted]),
  "visitor-by-week": breakdownOf({ name: "visitor", interval: "week" }, [counted]),
  "open-day": breakdownOf({ name: "browser" }, [openDay]),
  "open-day-page": breakdownOf({ name: "page" }, [openDay]),
  filtered: breakdownOf(
    { name: "page", filter: { browser: ["Firefox"], page: ["!/admin/*"] }, search: "blog" },
    [counted],
  ),
  containing: breakdownOf(
    { name: "browser", filter: { page: ["~Blog", "/", "!~draft", "!/admin/*"] } },
    [counted],
  ),
  hours: breakdownOf({ name: "pageview", interval: "hour" }, [counted]),
  heatmap: heatmapSql(
    {
      websiteId: 7,
      from: "2026-11-02",
      to: "2026-11-02",
      countsFrom: "events",
      metric: "visitors",
      filters: [],
      clock: { timezone: "Europe/Berlin" },
    },
    [counted],
  ),
  goals: goalsSql({ ...onSecond, goals: [signup, readers], filters: [byGoal] }, [counted]),
  "goal-by-source": firstPage(goalBreakdownListing(ofGoal({ dimension: "source", search: "oo" })), [
    counted,
  ]),
  "goal-by-hour": firstPage(
    goalBreakdownListing(ofGoal({ dimension: "visitor", interval: "hour" })),
    [counted],
  ),
  funnel: funnelSql(funnelOf("day"), [counted]),
  "funnel-within-visit": funnelSql(funnelOf("visit", { plan: "pro" }), [counted]),
  "funnel-by-week": firstPage(
    funnelBreakdownListing({
      ...funnelOf("day"),
      dimension: "visitor",
      interval: "week",
      search: "",
      sortBy: "conversion_rate",
      sort: "desc",
      limit: 10,
      offset: 0,
    }),
    [counted],
  ),
  "filtered-by-funnel": breakdownWith(
    { name: "browser", from: "2026-11-01", to: "2026-11-03" },
    [
      {
        dimension: "funnel",
        wanted: [{ text: "Checkout:2", match: "is" }],
        unwanted: [],
        funnels: [{ name: "Checkout", ...funnelOf("day").funnel }],
      },
    ],
    [counted],
  ),
  summary: totalsSql({ websiteId: 7, days: [rolledUp, counted], filters: [] }),
  "summary-open-day": totalsSql({ websiteId: 7, days: [openDay], filters: [] }),
  journeys: firstPage(
    journeyStepsListing({
      ...onRawDay,
      journey: { direction: "forward", hasEvents: false },
      path: [{ type: "page", value: "/pricing" }],
    }),
    [counted],
  ),
  "journey-paths": firstPage(
    journeyPathsListing({
      ...onRawDay,
      journey: {
        start: { type: "event", value: "Sign*", props: {} },
        direction: "back",
        hasEvents: true,
      },
      steps: 4,
    }),
    [counted],
  ),
  props: firstPage(propsListing({ ...onRawDay, sortBy: "events", sort: "desc" }), [counted]),
  "prop-values": firstPage(propValuesListing(ofPurchases), [counted]),
  "prop-numbers": propNumbersSql(ofPurchases, [counted]),
  engagement: firstPage(engagementListing({ ...ofDays, sortBy: "visitors" }), [rolledUp, counted]),
  revenue: firstPage(revenueListing({ ...ofDays, interval: "week" }), [rolledUp, openDay]),
  "revenue-any": firstPage(revenueBreakdownListing(bySource("any")), [counted]),
  "revenue-last": firstPage(revenueBreakdownListing(bySource("last")), [counted]),
  live: liveSql(liveQuery(website, nowMs)),
  "live-filtered": liveSql(liveQuery(website, nowMs, readFilters({ browser: ["Chrome"] }))),
  "export-piece": exportSql(
    {
      websiteId: 7,
      format: "ndjson",
      isSafe: false,
      visitorKey: [1n, 2n],
      conditions: [],
      filters: readFilters({ browser: ["Chrome"] }),
    },
    {
      from: "2026-11-02",
      to: "2026-11-02",
      events: 100_000,
      visitors: { first: 2n ** 62n, last: 2n ** 63n - 1n },
    },
  ),
  intake: intakeSql({ websiteId: 7, from: "2026-11-01", to: "2026-11-03" }),
  "roll-up": rollUp[1],
  "visitor-days": rollUp[0],
  "open-day-increment":
    incrementSql({
      websiteId: 7,
      date: "2026-11-03",
      generation: uuid(2),
      increment: uuid(4),
      untilMs: nowMs,
      before: increments,
    })[0] ?? sql``,
};

let db: Database;
beforeAll(async () => {
  ({ db } = (await shareFootfall()).server.store);
});
afterAll(stopAll);

/**
 * Longer lists and texts, such as the names of all languages, are cut: their length stands for the
 * rest.
 */
const itemsMax = 5;
const charactersMax = 60;

/** Returns the value as it would stand in the statement. */
function literal(value: unknown, type: string): string {
  if (type === "DateTime64(3)") return text(new Date(Number(value) * 1000).toISOString());
  if (typeof value === "number") return String(value);
  if (!Array.isArray(value)) return text(String(value));
  const listed = value.slice(0, itemsMax).map((each) => literal(each, ""));
  const more = value.length > itemsMax ? [`'… ${value.length - itemsMax} more'`] : [];
  return `[${[...listed, ...more].join(", ")}]`;
}

function text(value: string): string {
  const cut = value.slice(0, charactersMax);
  const more = value.length > charactersMax ? `… ${value.length - charactersMax} more` : "";
  return `'${cut.replaceAll(/['\\]/g, "\\$&")}${more}'`;
}

function withValues(statement: Sql): string {
  const { query, query_params } = render(statement);
  return query.replaceAll(/\{(p\d+):([^}]+)\}/g, (_, name, type) =>
    literal(query_params[name], type),
  );
}

describe("the statement", () => {
  test.each(Object.entries(statements))("%s is the one on file", async (name, statement) => {
    const query = sql`SELECT formatQuery(${bind("String", withValues(statement))}) AS text`;
    const [row] = await db.rows<{ text: string }>(query);

    await expect(`${row?.text}\n`).toMatchFileSnapshot(`sql/${name}.sql`);
  });
});
