import { expect, test } from "vitest";

import { matcherText } from "../../../src/dashboard/reports/matcher-text.ts";

test.each([
  [{ type: "page", value: "/pricing", props: null }, "Page /pricing"],
  [{ type: "page", value: "/blog/*", props: null }, "Page begins with /blog/"],
  [{ type: "event", value: "~sign", props: null }, "Event contains sign"],
  [{ type: "event", value: "*", props: null }, "Any custom event"],
  [{ type: "event", value: "Signup", props: { plan: "pro" } }, "Event Signup, if plan is pro"],
  [
    { type: "page", value: "/a", props: { plan: "pro", size: "3" } },
    "Page /a, if plan is pro and size is 3",
  ],
] as const)("%o is said in words", (matcher, text) => {
  expect(matcherText(matcher)).toBe(text);
});
