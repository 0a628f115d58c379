import { expect, test } from "vitest";

import { Slicing } from "../../src/rollups/slices.ts";

test("only slices that failed are cut, and what failed after all of them is not tried again", async () => {
  const slicing = new Slicing();
  const counted: string[] = [];
  const count = (failsAt: number) =>
    slicing.run(200, 100, async ({ first, last }) => {
      if (counted.length === failsAt) throw new Error("too large");
      counted.push(((last - first + 1n) >> 60n).toString());
    });
  await expect(count(1)).rejects.toThrow("too large");
  expect(slicing.cut()).toBe(true);
  counted.length = 0;
  await count(-1);
  // In sixteenths of the visitors.
  expect(counted).toEqual(["8", "2", "2", "2", "2"]);
  expect(slicing.cut()).toBe(false);
});
