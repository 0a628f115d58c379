import fc from "fast-check";
import { expect, test } from "vitest";

import { actionsOf, settings, stays } from "./actions.ts";
import { canonical, parseCanonical, parseCsv } from "./answers.ts";
import { askOf, question } from "./questions.ts";
import { plainMatcher, recipes } from "./recipes.ts";
import { earlierOf } from "./reference/comparison.ts";
import type { PlainAction } from "./reference/event.ts";
import { scan } from "./reference/funnels.ts";
import { fits, type Matcher, matches } from "./reference/matchers.ts";
import { changeOf, divide, Exact, rounded, whole } from "./reference/numbers.ts";
import { compareActions } from "./reference/order.ts";
import { visitorDaysOf } from "./reference/visitor-days.ts";

/** Returns whether any choice of events, one after the other, goes through all the steps. */
function canReach(events: readonly PlainAction[], steps: readonly Matcher[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return true;
  return events.some((event, nth) => matches(event, step) && canReach(events.slice(nth + 1), rest));
}

test("scanning the events once reaches the steps that any choice of events reaches", () => {
  const steps = fc.array(plainMatcher, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...settings), stays, steps, (setting, some, wanted) => {
      const actions = actionsOf(some, setting, "a.example").map(({ plain }) => plain);
      for (const { events } of visitorDaysOf(actions)) {
        const own = events.slice(0, 16);
        const reached = wanted.filter((_, nth) => canReach(own, wanted.slice(0, nth + 1))).length;
        expect(scan(own, wanted)).toBe(reached);
      }
    }),
    { numRuns: 30 },
  );
});

test("many random events share a moment, a place in the order, or touch a midnight", () => {
  const some = fc.sample(stays, { numRuns: 20, seed: 1 }).flat();
  const days = settings.flatMap((setting) => {
    const actions = actionsOf(some, setting, "a.example");
    return visitorDaysOf(actions.map(({ plain }) => plain));
  });
  const neighbours = days.flatMap(({ events }) =>
    events.slice(1).map((event, nth): [PlainAction, PlainAction] => [events[nth] ?? event, event]),
  );
  const equal = neighbours.filter(([a, b]) => compareActions(a, b) === 0);
  expect(neighbours.filter(([a, b]) => a.timeMs === b.timeMs).length).toBeGreaterThan(100);
  expect(equal.length).toBeGreaterThan(300);
  expect(equal.filter(([a, b]) => a.values["source"] !== b.values["source"])).not.toEqual([]);
  const hours = days.flatMap(({ events }) => events.map(({ hour }) => hour.slice(11)));
  expect(hours.filter((hour) => hour === "23:00").length).toBeGreaterThan(20);
  expect(hours.filter((hour) => hour === "00:00").length).toBeGreaterThan(20);
});

test.each([
  ["1.50", "1.5"],
  ["-0.000", "0"],
  ["007", "7"],
  ["-2.000000001", "-2.000000001"],
  ["100", "100"],
])("%s is the number %s", (text, number) => {
  expect(new Exact(text).text).toBe(number);
});

test("amounts are rounded half away from zero; at a half of a rate, both neighbours are right", () => {
  const amount = (over: number, under: number) => rounded(divide(over, under), 4)?.text;
  expect([amount(1, 32), amount(-1, 32), amount(1, 3), amount(-2, 3)]).toEqual([
    "0.0313",
    "-0.0313",
    "0.3333",
    "-0.6667",
  ]);
  const change = (now: number, before: number) => canonical(changeOf(whole(now), whole(before)));
  for (const right of ["#0.0313", "#0.0312"]) expect(right).toEqual(change(33, 32));
  for (const right of ["#-0.0313", "#-0.0312"]) expect(right).toEqual(change(31, 32));
  for (const wrong of ["#0.0311", "#0.0314"]) expect(wrong).not.toEqual(change(33, 32));
  expect([change(4, 3), change(2, 3), change(0, 3), change(3, 0)]).toEqual([
    "#0.3333",
    "#-0.3333",
    "#-1",
    null,
  ]);
});

test.each([
  ["/a", "/a", true],
  ["/a*", "/a\\*", true],
  ["/ab", "/a\\*", false],
  ["/a\\b", "/a\\\\*", true],
  ["x/A", "~/a", true],
  ["~x", "\\~x", true],
  ["a*", "~*", true],
  ["a", "~*", false],
])("%s fits %s: %s", (text, written, isFit) => {
  expect(fits(text, written)).toBe(isFit);
});

test.each([
  ["2025-03-05", "2025-03-07", { compare: "previous" }, "2025-03-02", "2025-03-04"],
  ["2024-02-29", "2024-03-01", { compare: "year" }, "2023-02-28", "2023-03-01"],
  ["2025-03-05", "2025-03-07", { compare: "2025-03-04" }, "2025-03-04", "2025-03-06"],
  ["2025-03-05", "2025-03-07", { compare: "year", match: "weekday" }, "2024-03-06", "2024-03-08"],
  [
    "2025-03-05",
    "2025-03-11",
    { compare: "previous", match: "weekday" },
    "2025-02-26",
    "2025-03-04",
  ],
] as const)("%s to %s, %o, is compared with %s to %s", (from, to, comparing, first, last) => {
  expect(earlierOf({ from, to }, comparing)).toEqual({ from: first, to: last });
});

test("answers are read without a double", () => {
  const read = parseCanonical('{"a":[-12.50,"1 \\" 2",null],"b":999999999999999999.999}');
  expect(read).toEqual(
    canonical({ a: [-12.5, '1 " 2', null], b: new Exact("999999999999999999.999") }),
  );
  expect(parseCsv('a,b\r\n"x, ""y""\r\n",\r\n')).toEqual([
    ["a", "b"],
    ['x, "y"\r\n', ""],
  ]);
});

test("many random questions about each report have an answer that is not empty", () => {
  const counts = new Map<string, { full: number; all: number }>();
  for (const [nth, some] of fc.sample(stays, { numRuns: 40, seed: 2 }).entries()) {
    const setting = settings[nth % settings.length] ?? { timezone: "UTC", firstDay: "" };
    const drawn = fc.sample(recipes, { numRuns: 1, seed: nth })[0];
    const numbered = <T>(items: readonly T[] = []) =>
      items.map((item, i) => ({ ...item, id: i + 1 }));
    const content = {
      firstDay: setting.firstDay,
      events: actionsOf(some, setting, "a.example").map(({ plain }) => plain),
      goals: numbered(drawn?.goals).map(({ matcher, ...goal }) => ({ ...goal, ...matcher })),
      funnels: numbered(drawn?.funnels),
      segments: [],
    };
    for (const each of fc.sample(question, { numRuns: 60, seed: nth })) {
      const asked = askOf(each, content);
      if (asked === undefined) continue;
      const name = asked.report.path.replace(/\d+|(?<=props\/).*/, "x");
      const count = counts.get(name) ?? { full: 0, all: 0 };
      const isFull =
        "rows" in asked.wanted ? asked.wanted.rows.length > 0 : isBusy(asked.wanted.data);
      counts.set(name, { full: count.full + Number(isFull), all: count.all + 1 });
    }
  }
  for (const [name, { full, all }] of counts) expect(full / all, name).toBeGreaterThan(0.2);
});

/** Returns whether an answer that is no page has a number above 0. */
function isBusy(data: unknown): boolean {
  return /"(?:text|visitors|count)":"?[1-9]/.test(JSON.stringify(data));
}
