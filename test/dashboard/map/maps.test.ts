import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

import { levelOfShare } from "../../../src/dashboard/map/share-level.ts";
import { hourAfterKey, levelOfCount } from "../../../src/dashboard/statistics/week-hours.ts";

describe("a colour", () => {
  test("is darker for a larger share of the visitors", () => {
    expect([0.001, 0.01, 0.049, 0.05, 0.1, 0.25, 1].map(levelOfShare)).toEqual([
      1, 2, 2, 3, 4, 5, 5,
    ]);
  });

  test("of an hour is the palest for nothing alone, and the darkest for the most", () => {
    expect([0, 1, 20, 21, 99, 100].map((count) => levelOfCount(count, 100))).toEqual([
      0, 1, 1, 2, 5, 5,
    ]);
    expect(levelOfCount(0, 1)).toBe(0);
  });
});

test("arrow keys go through the hours of the week, and not beyond", () => {
  const ways = [
    [0, "ArrowDown", 24],
    [24, "ArrowRight", 25],
    [167, "Home", 144],
    [0, "ArrowUp", undefined],
    [23, "ArrowRight", undefined],
    [167, "ArrowDown", undefined],
    [5, "Tab", undefined],
  ] as const;
  for (const [index, key, target] of ways) {
    expect(hourAfterKey(index, key), `${key} at ${index}`).toBe(target);
  }
});

describe("the world map", async () => {
  const file = await readFile(new URL("../../../src/dashboard/map/shapes.json", import.meta.url));
  const { width, height, shapes, dots } = JSON.parse(file.toString());
  const codes = [...Object.keys(shapes), ...Object.keys(dots)];

  test("has each country once, by the code that the API gives it", () => {
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
    expect(codes).toEqual(expect.arrayContaining(["DE", "FR", "NO", "US", "XK", "SG", "MT"]));
    expect(codes).not.toContain("AQ");
  });

  test("has every country inside, by steps that end where they began or before", () => {
    for (const [code, path] of Object.entries<string>(shapes)) {
      for (const [, x, y] of path.matchAll(/M(-?\d+) ?(-?\d+)l/g)) {
        expect(Number(x) >= 0 && Number(x) <= width, code).toBe(true);
        expect(Number(y) >= 0 && Number(y) <= height, code).toBe(true);
      }
      expect(path, code).toMatch(/^(?:M\d+ \d+l-?\d+(?:[ -]\d+| -\d+)+z)+$/);
    }
  });

  test("is small", () => {
    expect(gzipSync(file).length).toBeLessThan(20_000);
  });
});
