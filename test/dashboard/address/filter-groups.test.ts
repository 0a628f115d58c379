import { expect, test } from "vitest";
import {
  type Filter,
  groupFilters,
  groupText,
  readPopulation,
} from "../../../src/dashboard/address/filters.ts";
import { createFormat } from "../../../src/dashboard/words/format.ts";

const format = createFormat("en-GB");
const orList = (words: readonly string[]) => format.list(words, "or");
const filtersOf = (search: string): readonly Filter[] =>
  readPopulation(new URLSearchParams(search)).filters;

test("filters of one name are one group, unless some are negated", () => {
  const filters = filtersOf(
    "filter[source]=Google&filter[country]=Germany&filter[source]=GitHub&filter[source]=!X",
  );
  expect(groupFilters(filters).map(({ key, filters: members }) => [key, members.length])).toEqual([
    ["source", 2],
    ["country", 1],
    ["!source", 1],
  ]);
});

test.each([
  ["filter[source]=Google&filter[source]=GitHub", "is Google or GitHub"],
  ["filter[source]=!Google&filter[source]=!GitHub", "is not Google or GitHub"],
  ["filter[page]=/a&filter[page]=/b/*&filter[page]=/c", "is /a or /c or begins with /b/"],
  ["filter[campaign]=*", "is known"],
  ["filter[goal]=Signup", "reached Signup"],
])("%s reads as one sentence", (search, text) => {
  expect(groupText(filtersOf(search), orList)).toBe(text);
});
