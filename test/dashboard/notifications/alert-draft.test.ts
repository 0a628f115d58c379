import { expect, test } from "vitest";

import {
  type AlertDraft,
  type AlertRule,
  bodyOf,
  draftOf,
  freeName,
  measureOf,
  measureOfReader,
  newDraft,
  ruleOf,
  windowsOf,
  withKind,
  withMeasure,
} from "../../../src/dashboard/notifications/alert-draft.ts";
import { sentencesOf, usualName } from "../../../src/dashboard/notifications/alert-text.ts";
import type { AlertRecord } from "../../../src/model/alert.ts";

const goals = [{ id: 3, name: "Signup" }];

function alertWith(change: Partial<AlertRecord>): AlertRecord {
  return {
    id: 1,
    name: "Tag",
    when: { silent_minutes: 60 },
    hours: null,
    pause_minutes: 720,
    to: [{ person_id: 1 }],
    enabled: true,
    state: "quiet",
    changed_at: null,
    last: null,
    created_at: "2026-11-20T09:30:00Z",
    updated_at: "2026-11-20T09:30:00Z",
    ...change,
  };
}

const hour = { window_minutes: 60 };
const week = { ...hour, against: "weekday" } as const;

test.each<[AlertRule, AlertDraft["kind"], string]>([
  [{ silent_minutes: 45 }, "silence", "when nothing comes in for 45 minutes."],
  [
    { ...hour, metric: "visitors", above: 1_000 },
    "above",
    "when there are more than 1,000 visitors in 60 minutes.",
  ],
  [
    { ...hour, metric: "pageviews", above: 1 },
    "above",
    "when there are more than 1 page view in 60 minutes.",
  ],
  [
    { window_minutes: 120, metric: "pageviews", below: 5 },
    "below",
    "when there are fewer than 5 page views in 2 hours.",
  ],
  [
    { ...week, metric: "events", times_above: 3 },
    "usualAbove",
    "when there are more than 3 times as many custom events as usual in 60 minutes.",
  ],
  [
    { ...week, metric: "goal", goal_id: 3, times_below: 0.5 },
    "usualBelow",
    "when there is less than half of the usual number of events of the goal Signup in 60 minutes.",
  ],
  [
    { ...hour, metric: "goal", goal_id: 3, above: 0 },
    "goal",
    "when the goal Signup is reached in 60 minutes.",
  ],
  [
    { ...hour, metric: "goal", goal_id: 3, above: 9 },
    "goal",
    "when the goal Signup is reached 10 times in 60 minutes.",
  ],
])("the form has the rule %j, sends it as it was, and says it", (when, kind, sentence) => {
  const draft = draftOf(alertWith({ when }));
  expect(draft.kind).toBe(kind);
  expect(ruleOf(draft)).toEqual(when);
  const [first] = sentencesOf(draft, goals, { zone: "UTC", to: [] });
  expect(first).toBe(`Sends a message ${sentence}`);
});

test("a rule that the form cannot show stays as it is", () => {
  const when = { metric: "visitors", window_minutes: 60, above: 100, below: 5 } as const;
  const draft = draftOf(alertWith({ when, hours: [22, 6] }));
  expect(draft.kind).toBe("other");
  expect(bodyOf(draft, " Tag ")).toEqual({
    name: "Tag",
    hours: [22, 6],
    pause_minutes: 720,
    enabled: true,
    to: [{ person_id: 1 }],
  });
});

test("a new alert tells the person who makes it", () => {
  const draft = newDraft("silence", "visitors", 7);
  expect(bodyOf(draft, usualName(draft, goals))).toEqual({
    name: "Nothing comes in",
    when: { silent_minutes: 60 },
    hours: null,
    pause_minutes: 720,
    enabled: true,
    to: [{ person_id: 7 }],
  });
  expect(newDraft("silence", "visitors", undefined).recipients.people).toEqual([]);
});

test("an alert of the chart has its number, or visitors", () => {
  expect(measureOf("pageviews")).toBe("pageviews");
  expect(measureOf("bounce_rate")).toBe("visitors");
});

test("another kind of rule has values that it can have", () => {
  const short = { ...newDraft("above", "visitors", undefined), windowMinutes: 5 };
  expect(ruleOf(withKind(short, "usualAbove", []))).toEqual({
    metric: "visitors",
    against: "weekday",
    window_minutes: 60,
    times_above: 2,
  });
  expect(ruleOf(withKind(short, "goal", [3]))).toEqual({
    metric: "goal",
    goal_id: 3,
    window_minutes: 5,
    above: 0,
  });
  expect(windowsOf("silence", "visitors")[0]).toBe(15);
});

test("a rule of reads has the reader, and windows of hours and days", () => {
  const draft = withMeasure(newDraft("below", "visitors", 1), measureOfReader("Googlebot"));
  const week = { ...draft, number: "1", windowMinutes: 10_080 };
  const when = { metric: "reads", reader: "Googlebot", window_minutes: 10_080, below: 1 } as const;
  expect(ruleOf(week)).toEqual(when);
  expect(draftOf(alertWith({ when }))).toMatchObject({ measure: "reads:Googlebot", number: "1" });
  expect(ruleOf(withMeasure(week, measureOfReader("")))).toEqual({
    metric: "reads",
    window_minutes: 10_080,
    below: 1,
  });
  expect(withKind(week, "usualAbove", []).measure).toBe("visitors");
});

test("a draft says its hours, its recipients, and how often", () => {
  const draft = { ...newDraft("silence", "visitors", 1), hours: [8, 24] } as const;
  const to = ["ada@shop.example", "Webhook Team chat"];
  const sentences = sentencesOf(draft, goals, { zone: "Europe/Berlin", to });
  expect(sentences.slice(2)).toEqual([
    "It goes to ada@shop.example and Webhook Team chat.",
    "It says so at most once in 12 hours, and again when it is over.",
  ]);
  expect(sentences[1]).toContain("in the time zone Europe/Berlin.");
});

test("names follow from the rule, and differ", () => {
  const draft = newDraft("usualAbove", "pageviews", undefined);
  expect(usualName(draft, goals)).toBe("More page views than usual");
  expect(usualName({ ...draft, kind: "goal", measure: "goal:4" }, goals)).toBe(
    "Goal number 4 (deleted) is reached",
  );
  expect(freeName("Tag", ["Other"])).toBe("Tag");
  expect(freeName("Tag", ["Tag", "Tag 2"])).toBe("Tag 3");
});
