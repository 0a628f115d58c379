import { expect, test } from "vitest";

import { SingleFlight } from "../../../src/base/async/single-flight.ts";

test("a call during a run gets that run's promise, and a later call starts another run", async () => {
  const ends: (() => void)[] = [];
  const runs = new SingleFlight(() => new Promise((resolve) => ends.push(resolve)));

  const calls = [runs.run(), runs.run()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await Promise.all(calls);

  const again = runs.run();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await again;
});

test("a failure rejects the promise, and does not prevent the next run", async () => {
  let runs = 0;
  const failing = new SingleFlight(async () => {
    runs += 1;
    if (runs === 1) throw new Error("once");
  });

  await expect(failing.run()).rejects.toThrow("once");
  await expect(failing.run()).resolves.toBeUndefined();
});

test("a stop tells the work, waits for its end, and is no failure", async () => {
  const stopped: SingleFlight = new SingleFlight(
    () =>
      new Promise((_resolve, reject) => {
        stopped.signal.addEventListener("abort", () => reject(new Error("cut off")));
      }),
  );
  const calls = stopped.run();

  await stopped.stop();

  await expect(calls).resolves.toBeUndefined();
});
