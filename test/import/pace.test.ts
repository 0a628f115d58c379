import { expect, test, vi } from "vitest";

import { Pace } from "../../src/import/pace.ts";

const pauses: number[] = [];
let nowMs = 0;
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => void pauses.push(ms),
  setImmediate: async () => {},
}));
vi.spyOn(performance, "now").mockImplementation(() => nowMs);

/** Returns the pauses after so many milliseconds of work. */
async function pausesAfter(workedMs: number, pace: Pace): Promise<number[]> {
  pauses.length = 0;
  nowMs += workedMs;
  await pace.rest();
  return [...pauses];
}

test("while no events come in, it rests twice as long as it has worked", async () => {
  const pace = new Pace({ stretchMs: 100, isCollecting: async () => false });
  expect(await pausesAfter(100, pace)).toEqual([200]);
  expect(await pausesAfter(150, pace)).toEqual([300]);
});

test("while events come in, it rests ten times as long as it has worked", async () => {
  const pace = new Pace({ stretchMs: 100, isCollecting: async () => true });
  expect(await pausesAfter(100, pace)).toEqual([200, 800]);
});

test("it asks anew after each stretch whether events come in", async () => {
  const answers = [true, false];
  const pace = new Pace({ stretchMs: 100, isCollecting: async () => answers.shift() ?? true });
  expect(await pausesAfter(100, pace)).toEqual([200, 800]);
  expect(await pausesAfter(100, pace)).toEqual([200]);
  expect(await pausesAfter(100, pace)).toEqual([200, 800]);
});

test("work that is shorter than a stretch counts to the next rest", async () => {
  const pace = new Pace({ stretchMs: 100 });
  expect(await pausesAfter(60, pace)).toEqual([]);
  expect(await pausesAfter(60, pace)).toEqual([240]);
});

test("no rest is longer than 3 s", async () => {
  const pace = new Pace({ stretchMs: 100, isCollecting: async () => true });
  expect(await pausesAfter(400, pace)).toEqual([800, 2_200]);
  expect(await pausesAfter(60_000, pace)).toEqual([3_000, 0]);
});
