import { expect, test } from "vitest";

import { ConcurrencyLimiter } from "../../../src/base/async/concurrency-limiter.ts";
import { Problem } from "../../../src/base/errors.ts";
import { joinTurns, offerTurns, turnsOfWorker } from "../../../src/server/cluster/shared-turns.ts";
import { eventually } from "../../helpers/eventually.ts";

/** Two workers that share a limiter of one turn. */
function startWorkers(waitMsMax = 10_000) {
  const limiter = new ConcurrencyLimiter({ runningMax: 1, waitingMax: 100, waitMsMax });
  const offered = offerTurns(limiter);
  const calls = [turnsOfWorker(offered), turnsOfWorker(offered)] as const;
  return { limiter, calls, first: joinTurns(calls[0]), second: joinTurns(calls[1]) };
}

/** A task that runs until it is told to end. */
function startTask() {
  let begin = () => {};
  let end = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = () => {
    begin();
    return ended;
  };
  return { begun, end: () => end(), run };
}

test("a task of one worker waits for that of another", async () => {
  const { first, second } = startWorkers();
  const task = startTask();
  const running = first.run(task.run);
  await task.begun;
  let hasBegun = false;
  const waiting = second.run(async () => {
    hasBegun = true;
    return "done";
  });
  await first.run(async () => {}, AbortSignal.abort("gone")).catch(() => {});
  expect(hasBegun).toBe(false);

  task.end();
  await running;
  expect(await waiting).toBe("done");
});

test("a task that waits too long is refused", async () => {
  const { first, second } = startWorkers(10);
  const task = startTask();
  const running = first.run(task.run);
  await task.begun;
  await expect(second.run(async () => {})).rejects.toThrow(new Problem("OVERLOADED"));
  task.end();
  await running;
});

test("a task that fails ends its turn", async () => {
  const { first, second } = startWorkers();
  const failing = first.run(async () => {
    throw new Error("failed");
  });
  await expect(failing).rejects.toThrow("failed");
  expect(await second.run(async () => "next")).toBe("next");
});

test("a task whose signal is aborted while it waits never runs", async () => {
  const { limiter, first, second } = startWorkers();
  const task = startTask();
  const running = first.run(task.run);
  await task.begun;
  const controller = new AbortController();
  const waiting = second.run(async () => "ran", controller.signal);
  controller.abort(new Error("the client left"));
  await expect(waiting).rejects.toThrow("the client left");
  task.end();
  await running;
  await eventually(() => expect(limiter.runningCount).toBe(0));
});

test("a worker that has ended has no turn, and waits for none", async () => {
  const { limiter, calls, first, second } = startWorkers();
  const tasks = [startTask(), startTask()] as const;
  void first.run(tasks[0].run);
  await tasks[0].begun;
  const waiting = first.run(tasks[1].run);
  waiting.catch(() => {});
  calls[0].leaveAll();
  expect(await second.run(async () => "next")).toBe("next");
  expect(limiter.runningCount).toBe(0);
});
