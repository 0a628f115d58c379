import { expect, test } from "vitest";

import { Pace, type PaceOptions } from "../../../src/import/run/pace.ts";

/** Returns a function that resolves with the pauses after so many milliseconds of work. */
function openPace(options: PaceOptions): (workedMs: number) => Promise<number[]> {
  const pauses: number[] = [];
  let nowMs = 0;
  const pause = async (ms: number) => void pauses.push(ms);
  const pace = new Pace({ pause, now: () => nowMs, ...options });
  return async (workedMs) => {
    nowMs += workedMs;
    await pace.rest();
    return pauses.splice(0);
  };
}

test("it rests twice as long as it has worked", async () => {
  const pausesAfter = openPace({ stretchMs: 100 });
  expect(await pausesAfter(100)).toEqual([200]);
  expect(await pausesAfter(150)).toEqual([300]);
});

test("it asks anew after each stretch how long to rest", async () => {
  const ratios = [20, 0, 20];
  const restRatio = async () => ratios.shift() ?? 0;
  const pausesAfter = openPace({ stretchMs: 100, restRatio });
  expect(await pausesAfter(100)).toEqual([2_000]);
  expect(await pausesAfter(100)).toEqual([]);
  expect(await pausesAfter(100)).toEqual([2_000]);
});

test("work that is shorter than a stretch counts to the next rest", async () => {
  const pausesAfter = openPace({ stretchMs: 100 });
  expect(await pausesAfter(60)).toEqual([]);
  expect(await pausesAfter(60)).toEqual([240]);
});

test("no rest is longer than 5 s", async () => {
  const pausesAfter = openPace({ stretchMs: 100, restRatio: async () => 20 });
  expect(await pausesAfter(200)).toEqual([4_000]);
  expect(await pausesAfter(400)).toEqual([5_000]);
});

test("an abort ends a rest, and is no error", async () => {
  // The rest would be longer than the test may take.
  let nowMs = 0;
  const pace = new Pace({ now: () => nowMs, restRatio: async () => 20 });
  nowMs = 60_000;
  await expect(pace.rest(AbortSignal.abort())).resolves.toBeUndefined();
}, 4_000);
