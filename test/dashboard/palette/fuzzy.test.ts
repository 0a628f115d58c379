import { expect, test } from "vitest";

import { scoreOf } from "../../../src/dashboard/palette/fuzzy.ts";

test.each([
  ["Compare with last year", "compare"],
  ["Compare with last year", "year compare"],
  ["Compare with last year", "cwly"],
  ["Compare with last year", "ast"],
  ["Last 30 days", "30"],
  ["Évolution", "evolution"],
  ["Übersicht", "uber"],
  ["今月の目標", "目標"],
  ["آخر 7 أيام", "أيام"],
  ["shop.example", "example"],
  ["Goals", ""],
])("%s matches %s", (text, search) => {
  expect(scoreOf(text, search)).toBeTypeOf("number");
});

test.each([
  ["Goals", "funnel"],
  ["Compare with last year", "compare month"],
  ["Compare with last year", "ompy"],
])("%s does not match %s", (text, search) => {
  expect(scoreOf(text, search)).toBe(undefined);
});

test("a text matches better, the nearer to its beginning the search begins a word", () => {
  const scores = ["Goals", "Add goals", "Subgoals", "g-o-a-l"].map((text) => scoreOf(text, "goal"));
  expect(scores).toEqual(scores.toSorted().toReversed());
  expect(new Set(scores).size).toBe(4);
});
