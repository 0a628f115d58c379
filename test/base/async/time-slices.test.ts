import { expect, test } from "vitest";

import { TimeSlices } from "../../../src/base/async/time-slices.ts";

function workFor(ms: number): void {
  const beganMs = performance.now();
  while (performance.now() - beganMs < ms);
}

test("long work gives other work its turn", async () => {
  const slices = new TimeSlices();
  const done: string[] = [];
  setImmediate(() => done.push("another request"));
  workFor(11);
  await slices.pause();
  done.push("the work");

  expect(done).toEqual(["another request", "the work"]);
});

test("short work continues at once", () => {
  expect(new TimeSlices().pause()).toBeUndefined();
});
