import { expect, test } from "vitest";

import { UsesOfDay } from "../../../src/http/access/uses-of-day.ts";

test("a name is new once on each day, and again when it was deleted", () => {
  const uses = new UsesOfDay();

  expect([uses.add("2026-11-01", "key 1"), uses.add("2026-11-01", "key 1")]).toEqual([true, false]);
  expect([uses.add("2026-11-01", "key 2"), uses.add("2026-11-02", "key 1")]).toEqual([true, true]);
  uses.delete("key 1");
  expect([uses.add("2026-11-02", "key 1"), uses.add("2026-11-02", "key 1")]).toEqual([true, false]);
});
