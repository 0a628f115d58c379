import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

import { errorCodes, invalid, Problem } from "../../src/base/errors.ts";

const document = await readFile(new URL("../../docs/errors.md", import.meta.url), "utf8");
const sections = new Map(
  document
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section] as const),
);

test("docs/errors.md has a section for every code and no other", () => {
  expect([...sections.keys()].sort()).toEqual([...errorCodes].sort());
});

test.each(errorCodes)("the section of %s names its status and says what to do", (code) => {
  const section = sections.get(code) ?? "";

  expect(section).toContain(`Status ${new Problem(code).statusCode}.`);
  expect(section).toContain("**What to do:**");
});

test.each(errorCodes)("%s is upper case, and its status says whose fault it is", (code) => {
  const { status, message } = new Problem(code).body();

  expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(message).not.toBe("");
});

test("the fields of a problem are in its body, and only when there are any", () => {
  expect(invalid({ a: ["is wrong"] }).body()).toEqual({
    status: 422,
    code: "VALIDATION",
    message: "The request has invalid fields",
    errors: { a: ["is wrong"] },
  });
  expect(new Problem("INTERNAL").body()).not.toHaveProperty("errors");
});

test("a problem's body never holds what caused it", () => {
  const problem = new Problem("INTERNAL", { cause: new Error("SELECT secret FROM /var/lib") });

  expect(JSON.stringify(problem.body())).not.toMatch(/SELECT|var/);
});
