import { expect, test } from "vitest";

import type { Errors } from "../../src/definitions/fields.ts";
import { readMatcher } from "../../src/definitions/matcher.ts";

test("the fields of a matcher are named by their path", () => {
  const errors: Errors = {};
  readMatcher({ type: "x", value: "!", props: { a: null } }, "steps.3.", errors);

  expect(Object.keys(errors)).toEqual(["steps.3.type", "steps.3.value", "steps.3.props.a"]);
});

test("a key like that of every object is a key like any other", () => {
  const errors: Errors = {};
  const input = JSON.parse('{"type":"page","value":"/","props":{"__proto__":"a","toString":1}}');
  const { props } = readMatcher(input, "", errors);

  expect(errors).toEqual({});
  expect(Object.entries(props)).toEqual([
    ["__proto__", "a"],
    ["toString", "1"],
  ]);
});
