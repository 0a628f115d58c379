import { expect, test } from "vitest";

import { sharedRuns } from "../../../src/base/async/shared-runs.ts";
import { eventually } from "../../helpers/eventually.ts";

function startRounds() {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const run = sharedRuns(
    () => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })),
  );
  return { run, ends };
}

test("a call during a round waits for the next one, which calls share", async () => {
  const { run, ends } = startRounds();
  const first = run();
  const others = [run(), run(), run()];
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await first;
  await eventually(() => expect(ends).toHaveLength(2));
  const late = run();
  ends[1]?.resolve();
  await Promise.all(others);
  await eventually(() => expect(ends).toHaveLength(3));
  ends[2]?.resolve();
  await late;

  const later = run();
  expect(ends).toHaveLength(4);
  ends[3]?.resolve();
  await later;
});

test("a round that fails rejects its own calls, and the next one begins all the same", async () => {
  const { run, ends } = startRounds();
  const first = run();
  const second = run();
  ends[0]?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await eventually(() => expect(ends).toHaveLength(2));
  ends[1]?.resolve();
  await second;
});

test("rounds begin a time apart, and calls meanwhile share the next one", async () => {
  let begun = 0;
  const sleeps: { ms: number; end: () => void }[] = [];
  const run = sharedRuns(
    async () => {
      begun += 1;
    },
    50,
    (ms) => new Promise((end) => sleeps.push({ ms, end })),
  );
  await run();
  const waiting = [run(), run(), run()];
  await new Promise(setImmediate);
  expect([begun, sleeps.map(({ ms }) => ms)]).toEqual([1, [50]]);

  sleeps[0]?.end();
  await Promise.all(waiting);
  expect([begun, sleeps.map(({ ms }) => ms)]).toEqual([2, [50, 50]]);
});

test("after a round that failed, the next one begins at once", async () => {
  let begun = 0;
  const run = sharedRuns(async () => {
    begun += 1;
    throw new Error("away");
  }, 3_600_000);
  await expect(run()).rejects.toThrow("away");
  await expect(run()).rejects.toThrow("away");

  expect(begun).toBe(2);
});
