import { expect, test } from "vitest";

import { TimeSlices } from "../src/time-slices.ts";

function workFor(ms: number): void {
  const beganMs = performance.now();
  while (performance.now() - beganMs < ms);
}

test("work that lasts gives others their turn", async () => {
  const slices = new TimeSlices();
  const done: string[] = [];
  setImmediate(() => done.push("another request"));
  workFor(11);
  await slices.pause();
  done.push("the work");

  expect(done).toEqual(["another request", "the work"]);
});

test("short work goes on at once", () => {
  expect(new TimeSlices().pause()).toBeUndefined();
});
