import { expect, test } from "vitest";

import { readPattern } from "../../src/counting/pattern.ts";

test.each([
  ["/a", "is", "/a"],
  ["/a*", "begins", "/a"],
  ["*", "begins", ""],
  ["/a\\*", "is", "/a*"],
  ["/a\\\\*", "begins", "/a\\"],
  ["a*b", "is", "a*b"],
  ["\\!a", "is", "!a"],
  ["\\~a", "is", "~a"],
  ["a~b", "is", "a~b"],
  ["a\\b", "is", "a\\b"],
  ["\\", "is", "\\"],
  ["~a", "contains", "a"],
  ["~a*", "contains", "a*"],
  ["~\\*\\~\\!\\\\", "contains", "*~!\\"],
  ["~~", "contains", "~"],
])("%s means %s %s", (value, match, text) => {
  expect(readPattern(value)).toEqual({ text, match });
});
