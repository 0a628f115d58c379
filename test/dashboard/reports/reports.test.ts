import { describe, expect, test } from "vitest";
import { compileCheck } from "../../../src/base/validation.ts";
import { noReport } from "../../../src/dashboard/address/report-query.ts";
import { readWebsiteQuery } from "../../../src/dashboard/address/website-query.ts";
import { sharedPaths } from "../../../src/dashboard/api/paths.ts";
import {
  comparisonParams,
  reportPath,
  withParams,
} from "../../../src/dashboard/api/report-path.ts";
import { movePoint } from "../../../src/dashboard/chart/move-point.ts";
import {
  decimalSteps,
  durationSteps,
  placesOf,
  ticksOf,
} from "../../../src/dashboard/chart/ticks.ts";
import { journeyParams } from "../../../src/dashboard/reports/journey-params.ts";
import {
  matcherDraftOf,
  matcherOf,
  moved,
  newProp,
  newStep,
  stepDraftOf,
  stepsOf,
} from "../../../src/dashboard/reports/matcher-draft.ts";
import { percentOrNone } from "../../../src/dashboard/reports/percent.ts";
import { shareTotalOf } from "../../../src/dashboard/reports/totals.ts";
import { createMoneyFormat } from "../../../src/dashboard/words/money.ts";
import { NewFunnel } from "../../../src/model/funnel.ts";

const asked = {
  paths: sharedPaths("example.com"),
  days: { from: "2026-11-01", to: "2026-11-30" },
  query: readWebsiteQuery("?filter[country]=Germany"),
};
const days = "from=2026-11-01&to=2026-11-30";

describe("the path of a report", () => {
  test("has the days, the filters and its parameters, but no empty ones", () => {
    const params = {
      touch: "first",
      currency: undefined,
      search: "",
      path: ["page:/a", "page:/b"],
    };
    expect(reportPath(asked, "revenue/stats", params)).toBe(
      `/shared/example.com/revenue/stats?${days}&touch=first&path=page%3A%2Fa&path=page%3A%2Fb&filter%5Bcountry%5D=Germany`,
    );
  });

  test("compares as the page does", () => {
    const paramsOf = (search: string) =>
      withParams("/", comparisonParams({ ...asked, ...readWebsiteQuery(search) }));
    expect(paramsOf("")).toBe("/?compare=previous");
    expect(paramsOf("?compare=year&match=weekday")).toBe("/?compare=year&match=weekday");
    expect(paramsOf("?compare=off")).toBe("/?");
    expect(paramsOf("?compare=2026-11-02")).toBe("/?");
  });

  test("keeps repeated parameters when it gets more", () => {
    const path = reportPath(asked, "journeys", { path: ["page:/a", "page:/b"] });
    const more = new URLSearchParams(withParams(path, { page: 2, search: "" }).split("?")[1]);
    expect(more.getAll("path")).toEqual(["page:/a", "page:/b"]);
    expect(more.get("page")).toBe("2");
    expect(more.has("search")).toBe(false);
  });

  test("of a journey from an event includes events", () => {
    const report = { ...noReport, isBack: true };
    expect(journeyParams(report)).toEqual({ direction: "back" });
    expect(journeyParams({ ...report, start: "event:Signup" })).toMatchObject({
      start: "event:Signup",
      include: "events",
    });
  });
});

describe("the form of a goal or a funnel", () => {
  const steps = [
    { name: "Sees prices", type: "page", value: "/pricing*", props: null },
    { name: null, type: "event", value: "Purchase", props: { plan: "pro", seats: "3" } },
  ] as const;

  test("sends what it was opened with, if nobody touches it", () => {
    expect(stepsOf(steps.map(stepDraftOf))).toEqual(steps);
    const { name: _, ...matcher } = steps[1];
    expect(matcherOf(matcherDraftOf(matcher))).toEqual(matcher);
  });

  test("sends steps that the server takes", () => {
    const drafts = steps.map(stepDraftOf);
    const checked = compileCheck(NewFunnel)({ name: "Checkout", steps: stepsOf(drafts) });
    expect(checked).toMatchObject({ ok: true, value: { steps: [{}, {}] } });
  });

  test("leaves out properties without a key, and blanks around a value", () => {
    const draft = { ...newStep(), value: " /a ", props: [newProp("", "x"), newProp(" plan ", "")] };
    expect(matcherOf(draft)).toEqual({ type: "page", value: "/a", props: { plan: "" } });
    expect(matcherOf({ ...draft, props: [newProp()] }).props).toBeNull();
  });

  test.each([
    [0, 1, "bac"],
    [2, -1, "acb"],
    [0, -1, "abc"],
    [2, 1, "abc"],
  ] as const)("moves step %d by %d", (index, by, order) => {
    expect(moved([..."abc"], index, by).join("")).toBe(order);
  });

  test.each([
    ["is", "50*", "50\\*"],
    ["is", "!a~b\\", "\\!a\\~b\\\\"],
    ["begins", "/blog/", "/blog/*"],
    ["contains", "~x", "~\\~x"],
    ["any", "", "*"],
  ] as const)("with %s and the text %s sends %s, and reads it again", (match, text, value) => {
    const sent = matcherOf({ ...newStep(), type: "event", match, value: text });
    expect(sent.value).toBe(value);
    expect(matcherDraftOf(sent)).toMatchObject({ match, value: text });
  });

  test.each([
    ["is", "order/thanks", "/order/thanks"],
    ["is", "https://shop.example/order/thanks?id=1", "/order/thanks"],
    ["begins", "blog/", "/blog/*"],
    ["contains", "thanks", "~thanks"],
  ] as const)("a page that %s %s is sent as %s", (match, text, value) => {
    expect(matcherOf({ ...newStep(), match, value: text }).value).toBe(value);
  });
});

describe("the axis of a chart", () => {
  test.each([
    [0, [0, 1, 2, 3, 4]],
    [3, [0, 1, 2, 3, 4]],
    [17, [0, 5, 10, 15, 20]],
    [51, [0, 20, 40, 60]],
    [1_249, [0, 500, 1_000, 1_500]],
  ])("that reaches %d has round numbers", (max, ticks) => {
    expect(ticksOf(max, decimalSteps(1))).toEqual(ticks);
  });

  test("of seconds has whole minutes, where there are any", () => {
    expect(ticksOf(500, durationSteps)).toEqual([0, 180, 360, 540]);
    expect(ticksOf(40, durationSteps)).toEqual([0, 10, 20, 30, 40]);
  });

  test.each([
    ["counts", decimalSteps(1)],
    ["seconds", durationSteps],
  ])("of %s reaches every number, in four or five ticks", (_, steps) => {
    for (let max = 1; max < 30_000; max += 7) {
      const ticks = ticksOf(max, steps);
      expect([4, 5]).toContain(ticks.length);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
    }
  });

  test("has the first and the last label, and some between them that are not close", () => {
    expect(placesOf(30, 5)).toEqual([0, 8, 16, 29]);
    expect(placesOf(24, 14)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 23]);
    expect([0, 1, 2].map((count) => placesOf(count, 5))).toEqual([[], [0], [0, 1]]);
  });

  test("of money has the currency", () => {
    expect(createMoneyFormat("en-GB", { notation: "compact" })(800, "EUR")).toBe("€800");
  });
});

test.each([
  ["ArrowRight", undefined, 0],
  ["ArrowRight", 4, 4],
  ["ArrowLeft", undefined, 4],
  ["ArrowLeft", 2, 1],
  ["Home", 3, 0],
  ["End", 3, 4],
  ["Escape", 3, undefined],
  ["a", 3, null],
])("in a chart, %s moves from point %s to %s", (key, index, target) => {
  expect(movePoint(key, index, 4)).toBe(target);
});

describe("money", () => {
  const british = createMoneyFormat("en-GB");

  test("has the sign of its currency", () => {
    expect(british(1234.5, "EUR")).toBe("€1,234.50");
    expect(british(-5, "JPY")).toBe("-JP¥5");
    expect(british(null, "EUR")).toBe("–");
  });

  test("of what is no currency has the code", () => {
    expect(british(12.345, "points")).toBe("12.345 points");
  });
});

test("a share that the API rounded to 0 is that of somebody, if anybody is counted", () => {
  expect(percentOrNone(0, 1)).toBe("<0.1%");
  expect(percentOrNone(0, 0)).toBe("0%");
  expect(percentOrNone(null, 1)).toBe("–");
});

test("two shares that are shown as equal have not changed", () => {
  const record = { rate: 0.721, previous: { rate: 0.72 }, change: { rate: 0.0014 } };
  const since = shareTotalOf("Rate", record, "rate", (share) => `${Math.round(share * 100)}%`);
  expect(since).toMatchObject({ before: "72%", isSame: true });
  const other = { ...record, rate: 0.73 };
  expect(shareTotalOf("Rate", other, "rate", String)).toMatchObject({ isSame: false });
});
