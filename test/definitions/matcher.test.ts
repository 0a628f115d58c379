import { expect, test } from "vitest";

import type { Errors } from "../../src/definitions/fields.ts";
import { readMatcher, readValuePattern } from "../../src/definitions/matcher.ts";

test.each([
  ["/a", "exact", "/a"],
  ["/a*", "prefix", "/a"],
  ["*", "prefix", ""],
  ["/a\\*", "exact", "/a*"],
  ["/a\\\\*", "prefix", "/a\\"],
  ["a*b", "exact", "a*b"],
  ["\\!a", "exact", "!a"],
  ["\\~a", "exact", "~a"],
  ["a~b", "exact", "a~b"],
  ["a\\b", "exact", "a\\b"],
  ["\\", "exact", "\\"],
  ["~a", "contains", "a"],
  ["~a*", "contains", "a*"],
  ["~\\*\\~\\!\\\\", "contains", "*~!\\"],
  ["~~", "contains", "~"],
])("%s means %s %s", (value, match, text) => {
  expect(readValuePattern(value)).toEqual({ text, match });
});

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
