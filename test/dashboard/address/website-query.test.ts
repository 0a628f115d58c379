import { describe, expect, test } from "vitest";

import { usualComparison } from "../../../src/dashboard/address/comparison.ts";
import { noReport, type ReportQuery } from "../../../src/dashboard/address/report-query.ts";
import {
  readWebsiteListQuery,
  writeWebsiteListQuery,
} from "../../../src/dashboard/address/website-list-query.ts";
import {
  changeWebsiteQuery,
  readWebsiteQuery,
  type WebsiteQuery,
  writeWebsiteQuery,
} from "../../../src/dashboard/address/website-query.ts";

const usual = readWebsiteQuery("");

describe("the address of a website's page", () => {
  test("is bare where all is as usual", () => {
    expect(writeWebsiteQuery(usual)).toBe("");
    expect(usual).toMatchObject({ view: "statistics", range: "30d", comparison: usualComparison });
  });

  test("can be read by people", () => {
    const query: WebsiteQuery = {
      ...usual,
      range: "7d",
      filters: [
        { name: "page", value: "/docs/*" },
        { name: "country", value: "!Germany" },
      ],
    };
    expect(writeWebsiteQuery(query)).toBe(
      "?range=7d&filter[page]=/docs/*&filter[country]=%21Germany",
    );
  });

  test("says everything that can be chosen", () => {
    const query: WebsiteQuery = {
      view: "tracking-check",
      range: { from: "2026-01-01", to: "2026-02-01" },
      comparison: { mode: "2025-06-01", matchesWeekday: true },
      interval: "week",
      isPaused: true,
      metric: "bounce_rate",
      filters: [
        { name: "city", value: "Berlin, State of Berlin, DE" },
        { name: "event", value: "50\\*&=#?+ %" },
        { name: "event", value: "*" },
        { name: "prop:a[b] %c", value: "~x" },
        { name: "funnel", value: "Check\\:out:2" },
      ],
      segment: 4,
      counted: "hidden",
      tabs: { sources: "channel", devices: "screen_resolution" },
      weekMetric: "pageviews",
      open: { name: "page", search: "a b/ü", page: 3, sort: "value" },
      report: noReport,
    };
    expect(readWebsiteQuery(writeWebsiteQuery(query))).toEqual(query);
    for (const open of ["live", "filter", "segments", "shortcuts"] as const) {
      expect(readWebsiteQuery(writeWebsiteQuery({ ...query, open })).open).toBe(open);
    }
    for (const open of [
      { name: "filter", edits: "!prop:a[b] %c" },
      { name: "city", search: "", page: 1, sort: "visit_duration" },
    ] as const) {
      expect(readWebsiteQuery(writeWebsiteQuery({ ...query, open })).open).toEqual(open);
    }
    const annotations = { name: "annotations", point: "2026-01-05T13:00" } as const;
    expect(readWebsiteQuery(writeWebsiteQuery({ ...query, open: annotations })).open).toEqual(
      annotations,
    );
    const uncompared = { ...query, comparison: undefined };
    expect(readWebsiteQuery(writeWebsiteQuery(uncompared))).toEqual(uncompared);
  });

  test("says what a report shows", () => {
    const report: ReportQuery = {
      id: 3,
      form: "new",
      by: "utm_source",
      key: "a/b[c]",
      event: "Purchase",
      currency: "EUR",
      touch: "first",
      start: "page:/blog/*",
      isBack: true,
      hasEvents: true,
      path: ["page:/a?b=c&d", "event:Sign up"],
      steps: 5,
      search: "a b",
      sort: "visitors",
      page: 2,
      reads: [
        ["list", "page"],
        ["filter[reader]", "!GPTBot"],
      ],
    };
    const query: WebsiteQuery = { ...usual, view: "journeys", report };
    expect(readWebsiteQuery(writeWebsiteQuery(query))).toEqual(query);
    const changed = { ...query, report: { ...report, form: 4 } };
    expect(readWebsiteQuery(writeWebsiteQuery(changed))).toEqual(changed);
  });

  test("says nothing about a report where none is shown", () => {
    const report = { ...noReport, id: 3, search: "x" };
    expect(writeWebsiteQuery({ ...usual, report })).toBe("");
    expect(readWebsiteQuery("?id=3&search=x")).toEqual(usual);
  });

  test.each([
    "id=0",
    "id=x",
    "form=old",
    "by=toString",
    "touch=second",
    "start=end:x",
    "start=page:",
    "direction=up",
    "include=all",
    "path=/a",
    "steps=1",
    "steps=9",
    "page=-1",
  ])("opens a report as usual where it says what nobody understands: %s", (search) => {
    expect(readWebsiteQuery(`?view=goals&${search}`)).toEqual({ ...usual, view: "goals" });
  });

  test.each([
    "range=1000d",
    "from=2026-02-30&to=2026-03-01",
    "from=2026-03-02&to=2026-03-01",
    "from=2026-03-02",
    "interval=second",
    "week=bounces",
    "compare=2026-02-30",
    "compare=before",
    "match=month",
    "filter[pageview]=2026-01-01",
    "filter[constructor]=x",
    "filter[browser]=",
    "filter[browser]=!",
    "sources=page",
    "pages=page",
    "card=toString",
    "view=admin",
  ])("is as usual where it says what nobody understands: %s", (search) => {
    expect(readWebsiteQuery(`?${search}`)).toEqual(usual);
  });

  test.each(["0", "-1", "1.5", "x", "1e300"])("begins at the first page for page=%s", (page) => {
    expect(readWebsiteQuery(`?card=page&page=${page}`).open).toMatchObject({ page: 1 });
  });

  test.each(["2026-13-01", "2026-01-01T25", "2026", "x"])(
    "shows the annotations of the range for point=%s",
    (point) => {
      const { open } = readWebsiteQuery(`?card=annotations&point=${point}`);
      expect(open).toEqual({ name: "annotations", point: undefined });
    },
  );

  test("says that the annotations are those of a day, also in a chart of weeks", () => {
    const open = { name: "annotations", point: "2026-11-23", isDay: true } as const;
    const text = writeWebsiteQuery({ ...usual, open });
    expect(text).toBe("?card=annotations&day=2026-11-23");
    expect(readWebsiteQuery(text).open).toEqual(open);
  });

  test("has no more filters than the API takes", () => {
    const search = Array.from({ length: 30 }, (_, i) => `filter[page]=/${i}`).join("&");
    expect(readWebsiteQuery(search).filters).toHaveLength(20);
  });
});

describe("another page of a report's list", () => {
  const third = readWebsiteQuery("?view=goals&page=3&search=buy");

  test.each([
    { range: "7d" },
    { comparison: undefined },
    { filters: [] },
    { segment: 4 },
    { counted: "all" },
  ] as const)("is the first one after %o", (change) => {
    const { report } = changeWebsiteQuery(third, change);
    expect(report).toEqual({ ...third.report, page: 1 });
  });

  test("stays where the same days and visitors count, or where a change names it", () => {
    expect(changeWebsiteQuery(third, { open: "live" }).report.page).toBe(3);
    const report = { ...third.report, page: 2 };
    expect(changeWebsiteQuery(third, { range: "7d", report }).report.page).toBe(2);
  });
});

describe("the address of the list", () => {
  test("is bare where all is as usual, and says everything that can be chosen", () => {
    expect(writeWebsiteListQuery(readWebsiteListQuery(""))).toBe("");
    const query = {
      search: "exa",
      page: 2,
      days: 7,
      measure: "pageviews",
      sort: "change",
      adding: "",
    } as const;
    expect(readWebsiteListQuery(writeWebsiteListQuery(query))).toEqual(query);
  });
});
