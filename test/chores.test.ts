import { afterEach, expect, test, vi } from "vitest";

import { startChores } from "../src/chores.ts";
import { silent } from "./helpers/shipping.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a chore that is still under way is not started again until it has ended, well or not", async () => {
  vi.useFakeTimers();
  let fail: (error: Error) => void = () => {};
  const run = vi.fn(
    () =>
      new Promise<void>((_resolve, reject) => {
        fail = reject;
      }),
  );
  const stop = startChores([{ name: "wait for the store", everyMs: 1_000, run }], silent);

  await vi.advanceTimersByTimeAsync(60_000);
  expect(run).toHaveBeenCalledTimes(1);
  fail(new Error("the store is silent"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(2);
  stop();
});
