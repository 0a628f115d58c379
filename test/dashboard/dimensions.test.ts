import { expect, expectTypeOf, test } from "vitest";
import { dimensionNames, dimensions as served } from "../../src/counting/dimensions.ts";
import type { Stat as ShownStat } from "../../src/dashboard/api/answers.ts";
import { cards, dimensions, isOfDays } from "../../src/dashboard/dimensions.ts";
import type { Stat } from "../../src/model/stat.ts";

test("the dashboard knows every dimension, and no other", () => {
  expect(Object.keys(dimensions).sort()).toEqual([...dimensionNames].sort());
});

test("every dimension is a tab of one card", () => {
  const shown = cards.flatMap(({ tabs }) => tabs as readonly string[]);
  expect(shown.sort()).toEqual([...dimensionNames].sort());
});

test("those of days are not filtered by", () => {
  for (const name of dimensionNames) expect(isOfDays(name)).toBe(served[name].carrier === "day");
});

test("a record is what the server sends", () => {
  expectTypeOf<Stat>().toExtend<ShownStat>();
});
