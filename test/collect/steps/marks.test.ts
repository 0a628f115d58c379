import { expect, test } from "vitest";
import { marks, spam } from "../../../src/collect/steps/marks.ts";
import type { EventRow } from "../../../src/events/row.ts";
import { draftWith } from "../../helpers/draft.ts";

const at = Date.UTC(2026, 10, 20, 9, 30);
const chrome = { browser: "Chrome", browserVersion: "140" };

interface Client {
  readonly row?: Partial<EventRow>;
  readonly acceptLanguage?: string;
  readonly isDriven?: boolean;
  readonly isHeadless?: boolean;
  readonly isBot?: boolean;
  readonly ip?: string;
  readonly timeMs?: number;
}

function marksOf({ row = chrome, isHeadless, isBot, isDriven, ...incoming }: Client): string {
  const draft = draftWith({
    event: isDriven === undefined ? {} : { isDriven },
    incoming: { timeMs: at, ...incoming },
  });
  Object.assign(draft.row, row);
  draft.isHeadless = isHeadless ?? false;
  draft.isBot = isBot ?? false;
  expect(marks((ip) => ip === "203.0.113.7")(draft)).toBeUndefined();
  return draft.row.marks;
}

test.each<[string, Client, string]>([
  ["a browser", { acceptLanguage: "de" }, ""],
  ["a browser of a bulk event, which has no headers", {}, ""],
  ["a browser without a language", { acceptLanguage: "" }, "automated"],
  ["a client of which nothing is known", { row: {}, acceptLanguage: "" }, ""],
  ["a bot that says so", { acceptLanguage: "", isBot: true }, ""],
  ["a browser that a program drives", { isDriven: true }, "automated"],
  ["a browser without a window", { isHeadless: true }, "automated"],
  ["an address of a network of servers", { ip: "203.0.113.7" }, "hosting"],
  ["another address", { ip: "203.0.113.8" }, ""],
  ["several", { ip: "203.0.113.7", isDriven: true }, "automated,hosting"],
  [
    "all of them",
    { ip: "203.0.113.7", isDriven: true, row: { referrer: "semalt.com" } },
    "automated,hosting,spam",
  ],
])("marks of %s", (_what, client, expected) => {
  expect(marksOf(client)).toBe(expected);
});

test.each([
  ["Chrome", "140", ""],
  ["Chrome", "150", ""],
  ["Chrome", "86", "automated"],
  ["Chrome", "60", "automated"],
  ["Chrome", "88", ""],
  ["Chrome", "999", "automated"],
  ["Edge", "85", "automated"],
  ["Firefox", "82", "automated"],
  ["Firefox", "84", ""],
  ["Firefox", "200", "automated"],
  ["Safari", "13.1", "automated"],
  ["Safari", "18.6", ""],
  ["Safari", "26.1", ""],
  ["Safari", "40", "automated"],
  ["Samsung Internet", "4", ""],
  ["Chrome", "", ""],
])("%s %s in November 2026: %j", (browser, browserVersion, expected) => {
  expect(marksOf({ row: { browser, browserVersion } })).toBe(expected);
});

test("a version is judged at the time of its event", () => {
  const timeMs = Date.UTC(2020, 10, 20);
  expect(marksOf({ row: { browser: "Chrome", browserVersion: "86" }, timeMs })).toBe("");
  expect(marksOf({ row: { browser: "Chrome", browserVersion: "126" }, timeMs })).toBe("automated");
});

test.each([
  ["semalt.com", "spam"],
  ["deep.below.semalt.com", "spam"],
  ["notsemalt.com", ""],
  ["com", ""],
  ["", ""],
])("the referrer %j has the mark %j", (referrer, expected) => {
  const draft = draftWith();
  draft.row.referrer = referrer;
  spam(draft);
  expect(draft.row.marks).toBe(expected);
});
