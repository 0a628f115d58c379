import { expect, test } from "vitest";

import { DayFailures } from "../../src/rollups/day-failures.ts";

const minuteMs = 60_000;

/** Returns failures, and a function that lets time go by until a day may be tried again. */
function failuresWithClock() {
  const clock = { nowMs: 0 };
  const failures = new DayFailures(() => clock.nowMs);
  const waitedMinutes = (name: string) => {
    const begunMs = clock.nowMs;
    while (failures.mustWait(name)) clock.nowMs += minuteMs;
    return (clock.nowMs - begunMs) / minuteMs;
  };
  return { clock, failures, waitedMinutes };
}

test("a day that fails alone waits twice as long each time, up to 160 minutes", () => {
  const { failures, waitedMinutes } = failuresWithClock();
  const waits = Array.from({ length: 7 }, () => {
    failures.add(["1 2026-10-01"]);
    const minutes = waitedMinutes("1 2026-10-01");
    failures.begin();
    return minutes;
  });
  expect(waits).toEqual([10, 20, 40, 80, 160, 160, 160]);

  failures.remove(["1 2026-10-01"]);
  failures.add(["1 2026-10-01"]);
  expect(waitedMinutes("1 2026-10-01")).toBe(10);
});

test("days that fail together, as the store is unavailable, are tried together after ten minutes", () => {
  const { failures, waitedMinutes } = failuresWithClock();
  const names = ["1 2026-10-01", "2 2026-10-01"];
  expect(failures.add(names)).toBe(1);
  expect(waitedMinutes("1 2026-10-01")).toBe(10);
  expect(failures.add(names)).toBe(2);
  expect(waitedMinutes("2 2026-10-01")).toBe(10);
  expect(names.map((name) => failures.isAlone(name))).toEqual([false, false]);

  failures.add(["2 2026-10-01"]);
  expect(names.map((name) => failures.isAlone(name))).toEqual([false, true]);
});

test("a day that nobody tries again is forgotten an hour later", () => {
  const { clock, failures } = failuresWithClock();
  failures.add(["1 2026-10-01"]);
  clock.nowMs = 70 * minuteMs;
  failures.begin();
  expect(failures.size).toBe(1);
  clock.nowMs += 1;
  failures.begin();
  expect(failures.size).toBe(0);
});
