import { expect, test } from "vitest";

import { RecentCache } from "../../src/base/recent-cache.ts";

test("recently used values are cached, and never more than the limit", () => {
  const cache = new RecentCache<number>(10);
  cache.set("used", 0);
  for (let i = 1; i <= 1_000; i += 1) {
    cache.set(String(i), i);
    expect(cache.get("used")).toBe(0);
  }

  const kept = Array.from({ length: 1_000 }, (_, i) => cache.get(String(i + 1))).filter(
    (value) => value !== undefined,
  );
  expect(kept).toEqual(kept.toSorted((a, b) => a - b));
  expect(kept.length).toBeGreaterThanOrEqual(4);
  expect(kept.length).toBeLessThan(10);
  expect(cache.get("1000")).toBe(1_000);
});

test.each([1, 0, -2, 2.5, Number.NaN])("a limit of %s is refused", (entriesMax) => {
  expect(() => new RecentCache(entriesMax)).toThrow(RangeError);
});

test("entries weigh what they weigh, also when they are replaced", () => {
  const cache = new RecentCache<string>(100, (text) => text.length);
  cache.set("large", "x".repeat(51));
  expect(cache.get("large")).toBeUndefined();
  for (let i = 0; i < 100; i += 1) cache.set("again", "x".repeat(20));
  cache.set("other", "x".repeat(30));
  expect(cache.get("again")).toHaveLength(20);
  cache.set("third", "x".repeat(10));
  cache.set("fourth", "x".repeat(45));
  expect(cache.get("again")).toBeUndefined();
  cache.set("fourth", "x".repeat(60));
  expect(cache.get("fourth")).toBeUndefined();
});
