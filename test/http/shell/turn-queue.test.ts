import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";

import { turnQueue } from "../../../src/http/shell/turn-queue.ts";

test("one request goes on in each turn of the event loop, in order", async () => {
  const hook = turnQueue();
  const done: number[] = [];
  for (let nth = 0; nth < 5; nth += 1) void hook().then(() => done.push(nth));
  expect(done).toEqual([]);
  for (let turn = 1; turn <= 8; turn += 1) {
    const before = done.length;
    await nextTurn();
    expect(done.length - before).toBeLessThanOrEqual(1);
  }
  expect(done).toEqual([0, 1, 2, 3, 4]);
});

test("a request that comes alone waits for one turn", async () => {
  const hook = turnQueue();
  await hook();
  let isDone = false;
  void hook().then(() => {
    isDone = true;
  });
  await nextTurn();
  await nextTurn();
  expect(isDone).toBe(true);
});

test("requests beyond those that may wait are refused, until others have gone on", async () => {
  const hook = turnQueue(2);
  const waiting = [hook(), hook()];
  await expect(hook()).rejects.toMatchObject({ code: "OVERLOADED" });
  await Promise.all(waiting);
  await hook();
});
