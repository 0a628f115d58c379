import { expect, test } from "vitest";

import { compilePageRules, type PageRule, unstableRule } from "../../src/base/page-rules.ts";
import { expectCpuTimeBelow } from "../helpers/cpu-time.ts";

function rule(match: string, page: string, keepsQuery = true): PageRule {
  return { match, page, keepsQuery };
}

test.each([
  ["/users/*", "/users/7", true],
  ["/users/*", "/users/7/", false],
  ["/users/*", "/users/", false],
  ["/users/*", "/users", false],
  ["/users/*", "/Users/7", false],
  ["/users/*", "/a/users/7", false],
  ["/users/*/", "/users/7/", true],
  ["/users/*/orders/**", "/users/7/orders", true],
  ["/users/*/orders/**", "/users/7/orders/", true],
  ["/users/*/orders/**", "/users/7/orders/8/9", true],
  ["/users/*/orders/**", "/users/7/orders9", false],
  ["/**", "/", true],
  ["/**", "//a", true],
  ["/**", "", false],
  ["/**", "a", false],
  ["/*", "/", false],
  ["/a*", "/ab", false],
  ["/a*", "/a*", true],
  ["/a.c", "/abc", false],
  ["/%41", "/A", false],
  ["/%41", "/%41", true],
  ["/a//b", "/a//b", true],
  ["/a/*/b", "/a//b", false],
])("%s of %s: %s", (match, page, isMatch) => {
  expect(compilePageRules([rule(match, "/new")])(page)).toBe(isMatch ? "/new" : page);
});

test("the query and the fragment stay behind the new page, or go", () => {
  const rename = (keepsQuery: boolean) => compilePageRules([rule("/u/*", "/u/:id", keepsQuery)]);
  expect(rename(true)("/u/7?tab=a/b#c")).toBe("/u/:id?tab=a/b#c");
  expect(rename(true)("/u/7#c?d")).toBe("/u/:id#c?d");
  expect(rename(false)("/u/7?tab=a/b#c")).toBe("/u/:id");
  expect(rename(false)("/v/7?tab")).toBe("/v/7?tab");
});

test("the first rule that matches holds, however exact later ones are", () => {
  const rename = compilePageRules([
    rule("/blog/new", "/news"),
    rule("/blog/*", "/blog/:slug"),
    rule("/blog/old", "/never"),
    rule("/*/x", "/x"),
    rule("/**", "/rest"),
  ]);
  const pages = ["/blog/new", "/blog/old", "/blog/x", "/a/x", "/a/x/y"];
  expect(pages.map(rename)).toEqual(["/news", "/blog/:slug", "/blog/:slug", "/x", "/rest"]);
});

test("rules that would rename a page again are found", () => {
  expect(unstableRule([rule("/a", "/b"), rule("/c", "/d")])).toBeUndefined();
  expect(unstableRule([rule("/a/*", "/a/:id"), rule("/a/**", "/a")])).toBeUndefined();
  expect(unstableRule([rule("/c", "/d"), rule("/a", "/c")])).toBe(1);
  expect(unstableRule([rule("/a", "/b"), rule("/b", "/b", false)])).toBe(0);
});

test("a page is compared with 50 rules within 2 µs", () => {
  const rules = Array.from({ length: 50 }, (_, n) =>
    rule(`/shop/en/products/*/reviews/${n}/*`, `/shop/en/products/:id/reviews/${n}/:review`),
  );
  const rename = compilePageRules(rules);
  const pages = Array.from(
    { length: 20_000 },
    (_, n) => `/shop/en/products/${n}/reviews/${n % 60}/${n}?page=2`,
  );
  expectCpuTimeBelow(40, () => pages.forEach(rename), "20,000 pages");
});

test("a path of many segments takes no longer than its first ones", () => {
  const rename = compilePageRules([rule("/a/*/b", "/b")]);
  const page = "/a".repeat(1_000);
  expectCpuTimeBelow(40, () => {
    for (let n = 0; n < 20_000; n += 1) rename(page);
  });
});
