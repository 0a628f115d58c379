import { expect, test } from "vitest";

import { noiseIn } from "./log-lines.ts";

test("a log may grow by a line a second, and what a start and a stop say", () => {
  expect(noiseIn(Array(40).fill("{}"), 30)).toEqual([]);
  expect(noiseIn(Array(41).fill("{}"), 30)).toHaveLength(1);
});

test("the lines that come most often are named, without their times", () => {
  const lines = Array.from({ length: 50 }, (_, i) =>
    JSON.stringify({ time: i, msg: "request failed", err: { message: "oh" } }),
  );

  expect(noiseIn(["Footfall listening", ...lines], 1)).toEqual([
    "the log grew by 51 lines in 1 s: 50 times request failed, oh; 1 times Footfall listening",
  ]);
});
