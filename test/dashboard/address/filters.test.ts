import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  addPopulation,
  exactly,
  type FilterName,
  isFilterName,
  readFilter,
  readPopulation,
  relationOf,
  toggleFilter,
} from "../../../src/dashboard/address/filters.ts";
import {
  filtersToSave,
  filterValue,
  negate,
  reachedGoal,
  reachedStep,
} from "../../../src/dashboard/address/make-filters.ts";
import { readFilters } from "../../../src/http/reports/filter-params.ts";

const read = (value: string) => readFilter({ name: "page", value });

describe("a filter", () => {
  test("by a value keeps just that, as the server reads it, whatever characters it has", () => {
    const text = fc.string({ minLength: 1 }).map((some) => `!*~\\${some}`);
    const tricky = fc.oneof(
      text,
      fc.stringMatching(/^[!*~\\a]{1,8}$/),
      fc.string({ minLength: 1 }),
    );
    fc.assert(
      fc.property(tricky, (value) => {
        const pattern = { text: value, match: "is" };
        expect(readFilters({ page: [exactly(value)] })[0]).toMatchObject({ wanted: [pattern] });
        expect(read(exactly(value))).toEqual({ isNegated: false, match: "is", text: value });
        const { value: negated } = negate({ name: "page", value: exactly(value) });
        expect(readFilters({ page: [negated] })[0]).toMatchObject({ unwanted: [pattern] });
      }),
    );
  });

  test("of the dialog means to the server what was chosen", () => {
    const condition = fc.record({
      isNegated: fc.boolean(),
      match: fc.constantFrom("is", "begins", "contains"),
      text: fc.oneof(fc.stringMatching(/^[!*~\\a]{1,8}$/), fc.string({ minLength: 1 })),
    });
    fc.assert(
      fc.property(condition, (chosen) => {
        const value = filterValue(chosen);
        const { isNegated, match, text } = chosen;
        const [filter] = readFilters({ page: [value] });
        const asRead = isNegated ? filter?.unwanted : filter?.wanted;
        expect(asRead).toEqual([{ text, match }]);
        expect(read(value)).toEqual(chosen);
      }),
    );
    expect(filterValue({ isNegated: true, match: "any", text: "" })).toBe("!*");
  });

  test.each([
    ["goal", "Sign\\~up", "reached", "Sign~up"],
    ["goal", "!*", "not reached", "*"],
    ["funnel", "Checkout:2", "reached", "step 2 of Checkout"],
    ["funnel", "!A\\: b:10", "not reached", "step 10 of A: b"],
  ] as const)("by a %s %s says: %s %s", (name, value, relation, text) => {
    const condition = readFilter({ name, value });
    expect(relationOf(condition)).toBe(relation);
    expect(condition.text).toBe(text);
  });

  test("by a goal or a step escapes what has a meaning in the name", () => {
    const name = "!a*b~c\\d:1";
    expect(reachedGoal(name).value).toBe("\\!a\\*b\\~c\\\\d\\:1");
    expect(readFilter(reachedGoal(name)).text).toBe(name);
    expect(reachedStep("a:1", 2).value).toBe("a\\:1:2");
    expect(readFilter(negate(reachedStep(name, 2)))).toEqual({
      isNegated: true,
      match: "reached",
      text: `step 2 of ${name}`,
    });
  });

  test("that is negated twice is as it was", () => {
    const filter = { name: "browser", value: "Chrome" } as const;
    expect(negate(negate(filter))).toEqual(filter);
  });

  test.each([
    ["Chrome", "is", "Chrome"],
    ["!Chrome", "is not", "Chrome"],
    ["/blog/*", "begins with", "/blog/"],
    ["!/blog/*", "does not begin with", "/blog/"],
    ["*", "is known", ""],
    ["!*", "is not known", ""],
    ["50\\*", "is", "50*"],
    ["~blog*", "contains", "blog*"],
    ["!~\\~x", "does not contain", "~x"],
    ["\\~x", "is", "~x"],
  ])("%s says: %s %s", (value, relation, text) => {
    expect(relationOf(read(value))).toBe(relation);
    expect(read(value).text).toBe(text);
  });

  test("is put on and taken off by the same link", () => {
    const filter = { name: "browser", value: "Chrome" } as const;
    const other = { name: "browser", value: "Firefox" } as const;
    expect(toggleFilter([other], filter)).toEqual([other, filter]);
    expect(toggleFilter([other, filter], filter)).toEqual([other]);
  });
});

describe("the visitors of an address", () => {
  const written = (name: FilterName, value: string) => {
    const params = new URLSearchParams();
    addPopulation(params, { filters: [{ name, value }], segment: undefined });
    return params;
  };

  test("are chosen by any key of a property, with whatever characters", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (key) => {
        const filter = { name: `prop:${key}`, value: "pro" } as const;
        expect(readPopulation(written(filter.name, "pro")).filters).toEqual([filter]);
      }),
    );
    expect([...written("prop:a[b]%c", "x").keys()]).toEqual(["filter[prop:a%5Bb%5D%25c]"]);
  });

  test("are all of them where the parameters mean nothing", () => {
    for (const search of ["segment=0", "segment=x", "segment=1.5", "filter[page]=!~"]) {
      const population = readPopulation(new URLSearchParams(search));
      expect(population).toEqual({ filters: [], segment: undefined });
    }
  });

  test("are not chosen by days, nor by names that nobody has", () => {
    expect(["page", "goal", "funnel", "prop:plan"].every(isFilterName)).toBe(true);
    expect(["visitor", "toString", "prop:", ""].some(isFilterName)).toBe(false);
  });
});

describe("a new segment", () => {
  const filters = [
    { name: "page", value: "/a" },
    { name: "page", value: "!/b" },
    { name: "country", value: "Germany" },
  ] as const;

  test("has the filters of the address, and those of the chosen segment", () => {
    const lists = { page: ["/a", "!/b"], country: ["Germany"] };
    expect(filtersToSave(filters)).toEqual(lists);
    expect(filtersToSave(filters, { browser: ["Chrome"] })).toEqual({
      browser: ["Chrome"],
      ...lists,
    });
  });

  test("cannot have both where they have filters of one name", () => {
    expect(filtersToSave(filters, { page: ["/c"] })).toBeUndefined();
  });
});
