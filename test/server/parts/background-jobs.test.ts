import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";

import { startBackgroundJobs } from "../../../src/server/parts/background-jobs.ts";
import { silent } from "../../helpers/shipping.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a job in progress is not started again until it has ended, well or not", async () => {
  vi.useFakeTimers();
  let fail: (error: Error) => void = () => {};
  const run = vi.fn(
    () =>
      new Promise<void>((_resolve, reject) => {
        fail = reject;
      }),
  );
  const stop = startBackgroundJobs([{ name: "wait for the store", everyMs: 1_000, run }], silent);

  await vi.advanceTimersByTimeAsync(60_000);
  expect(run).toHaveBeenCalledTimes(1);
  fail(new Error("the store is silent"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(2);
  stop();
});

test("a failure is logged, but not after the jobs have ended and their resources are closed", async () => {
  vi.useFakeTimers();
  const warn = vi.fn();
  const logger = Object.assign(pino({ level: "silent" }), { warn });
  const failures: ((error: Error) => void)[] = [];
  const run = () => new Promise<void>((_resolve, reject) => failures.push(reject));
  const stop = startBackgroundJobs([{ name: "wait", everyMs: 1_000, run }], logger);

  failures[0]?.(new Error("the store is silent"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(warn).toHaveBeenCalledTimes(1);
  stop();
  failures[1]?.(new Error("the store is closed"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(warn).toHaveBeenCalledTimes(1);
});
