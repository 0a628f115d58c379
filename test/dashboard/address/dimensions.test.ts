import { expect, test } from "vitest";
import { dimensionNames, dimensions } from "../../../src/counting/dimensions.ts";
import { cards } from "../../../src/dashboard/address/cards.ts";
import { isOfDays } from "../../../src/dashboard/address/dimension-words.ts";
import { dimensionsWords } from "../../../src/dashboard/words/dimensions.ts";

test("the dashboard knows every dimension, and no other", () => {
  expect(Object.keys(dimensionsWords.names).sort()).toEqual([...dimensionNames].sort());
});

test("every dimension is a tab of one card", () => {
  const shown = cards.flatMap(({ tabs }) => tabs as readonly string[]);
  expect(shown.sort()).toEqual([...dimensionNames].sort());
});

test("dimensions of days cannot be filters", () => {
  for (const name of dimensionNames) {
    expect(isOfDays(name)).toBe(dimensions[name].countedUnit === "day");
  }
});
