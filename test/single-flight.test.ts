import { expect, test } from "vitest";

import { SingleFlight } from "../src/single-flight.ts";

test("who asks while it is under way gets the end of that, and afterwards another one", async () => {
  const ends: (() => void)[] = [];
  const runs = new SingleFlight(() => new Promise((resolve) => ends.push(resolve)));

  const asked = [runs.run(), runs.run()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await Promise.all(asked);

  const again = runs.run();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await again;
});

test("what fails is told, and does not hold up the next one", async () => {
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
  const asked = stopped.run();

  await stopped.stop();

  await expect(asked).resolves.toBeUndefined();
});
