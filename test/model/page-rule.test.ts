import { Type } from "typebox";
import { expect, test } from "vitest";

import { compileCheck } from "../../src/base/validation.ts";
import { newPageRulesField } from "../../src/model/page-rule.ts";

const check = compileCheck(Type.Object({ rules: newPageRulesField }));

function wrong(rules: unknown) {
  const checked = check({ rules });
  return checked.ok ? {} : checked.fields;
}

test("rules are checked one by one, and named by their places", () => {
  const isPath = ["must be a path that begins with / and has no ? and no #"];
  const rules = [
    { match: "/a/*/**", page: "/a/:id", keep_query: "0" },
    { match: "a", page: "/a?b" },
    { match: "/a/**/b", page: "/a\u202e" },
    { match: "", page: "/", keep_query: 2 },
    { page: 7 },
    3,
    { match: "/**", page: `/${"a".repeat(2_000)}` },
  ];
  expect(wrong(rules)).toEqual({
    "rules.1.match": isPath,
    "rules.1.page": isPath,
    "rules.2.match": ["must have ** as the last segment only"],
    "rules.2.page": [
      "must not have control characters, or characters that change the direction of text",
    ],
    "rules.3.match": ["must be text of 1 to 2,000 characters"],
    "rules.3.keep_query": ["must be 0 or 1"],
    "rules.4.match": ["is required"],
    "rules.4.page": ["must be text of 1 to 2,000 characters"],
    "rules.5": ["must be an object"],
    "rules.6.page": ["must be text of 1 to 2,000 characters"],
  });
});

test("a list that is none, is too long or has too much text is named itself", () => {
  const rule = { match: "/a", page: "/b" };
  const long = { match: `/${"a".repeat(300)}`, page: `/${"b".repeat(300)}` };
  expect(wrong([])).toEqual({});
  expect(wrong(Array(50).fill(rule))).toEqual({});
  expect(wrong("/a")).toEqual({ rules: ["must be a list of at most 50 rules"] });
  expect(wrong(Array(51).fill(rule))).toEqual({ rules: ["must be a list of at most 50 rules"] });
  expect(wrong(Array(50).fill(long))).toEqual({
    rules: ["must have at most 20,000 characters in all rules together"],
  });
});
