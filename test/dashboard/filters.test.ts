import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  exactly,
  filterNameOf,
  filterParam,
  negate,
  reachedGoal,
  reachedStep,
  readFilter,
  relationOf,
  sentenceOf,
  toggleFilter,
} from "../../src/dashboard/filters.ts";
import { readFilters } from "../../src/http/params/filter-params.ts";

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

  test.each([
    [reachedGoal("Sign: up!"), "Goal reached Sign: up!"],
    [negate(reachedGoal("!Sale*")), "Goal not reached !Sale*"],
    [reachedStep("a:1", 2), "Funnel reached a:1, step 2"],
    [negate(reachedStep("a\\~b", 3)), "Funnel not reached a\\~b, step 3"],
    [{ name: "prop:plan", value: "!pro" } as const, "plan is not pro"],
    [{ name: "browser", value: "Chrome" } as const, "Browser is Chrome"],
  ])("%o says: %s", (filter, sentence) => {
    expect(sentenceOf(filter).join(" ")).toBe(sentence);
  });

  test("by a goal or a step escapes what has a meaning in the name", () => {
    expect(reachedGoal("!a*b~c\\d:e").value).toBe("\\!a\\*b\\~c\\\\d\\:e");
    expect(reachedStep("a:1", 2).value).toBe("a\\:1:2");
  });

  test("by a property keeps its key, whatever characters it has", () => {
    const key = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(fc.oneof(key, fc.stringMatching(/^[[\]%5BD]{1,6}$/)), (text) => {
        const name = `prop:${text}` as const;
        expect(filterNameOf(filterParam(name))).toBe(name);
        expect(filterParam(name).slice("filter[".length, -1)).not.toMatch(/[[\]]/);
      }),
    );
  });

  test("is put on and taken off by the same link", () => {
    const filter = { name: "browser", value: "Chrome" } as const;
    const other = { name: "browser", value: "Firefox" } as const;
    expect(toggleFilter([other], filter)).toEqual([other, filter]);
    expect(toggleFilter([other, filter], filter)).toEqual([other]);
  });
});
