import { expect, test } from "vitest";
import { ConcurrencyLimiter } from "../../../src/base/async/concurrency-limiter.ts";
import { Problem } from "../../../src/base/errors.ts";

const hourMs = 3_600_000;

/** Returns a task that the test ends. */
function task() {
  let end: (error?: Error) => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  let started = false;
  const run = () => {
    started = true;
    return ended;
  };
  return { run, end, started: () => started };
}

/** Resolves when all resolved promises have taken effect. */
const settled = () => new Promise(setImmediate);

test("a limited number of tasks runs at once, and the others in the order in which they came", async () => {
  const limiter = new ConcurrencyLimiter({ runningMax: 2, waitingMax: 2, waitMsMax: hourMs });
  const [a, b, c, d] = [task(), task(), task(), task()];
  const runs = [a, b, c, d].map(({ run }) => limiter.run(run));
  const started = () => [a, b, c, d].map((each) => each.started());

  expect(started()).toEqual([true, true, false, false]);
  b.end();
  await settled();
  expect(started()).toEqual([true, true, true, false]);
  c.end();
  await settled();
  expect(started()).toEqual([true, true, true, true]);
  a.end();
  d.end();
  await Promise.all(runs);
});

test("those of the first rank come before those of the second", async () => {
  const limiter = new ConcurrencyLimiter({ runningMax: 1, waitingMax: 2, waitMsMax: hourMs });
  const order: string[] = [];
  const running = task();
  const note = (name: string) => async () => void order.push(name);
  const runs = [
    limiter.run(running.run),
    limiter.run(note("second, earlier"), undefined, "second"),
    limiter.run(note("second, later"), undefined, "second"),
    limiter.run(note("first")),
  ];
  running.end();
  await Promise.all(runs);

  expect(order).toEqual(["first", "second, earlier", "second, later"]);
});

test("a full queue refuses at once, and accepts more as soon as a task has ended", async () => {
  const limiter = new ConcurrencyLimiter({ runningMax: 1, waitingMax: 1, waitMsMax: hourMs });
  const [running, waiting, refused, later] = [task(), task(), task(), task()];
  const runs = [limiter.run(running.run), limiter.run(waiting.run)];

  await expect(limiter.run(refused.run)).rejects.toThrow(new Problem("OVERLOADED"));
  expect(refused.started()).toBe(false);
  running.end();
  await runs[0];
  runs.push(limiter.run(later.run));
  waiting.end();
  later.end();
  await Promise.all(runs);
  expect(later.started()).toBe(true);
});

test("a task that has waited too long is refused and never runs", async () => {
  const limiter = new ConcurrencyLimiter({ runningMax: 1, waitingMax: 1, waitMsMax: 1 });
  const [running, waiting, later] = [task(), task(), task()];
  const first = limiter.run(running.run);

  await expect(limiter.run(waiting.run)).rejects.toThrow(new Problem("OVERLOADED"));
  running.end();
  await first;
  later.end();
  await limiter.run(later.run);
  expect([waiting.started(), later.started()]).toEqual([false, true]);
});

test("a task that fails makes room, and its error is the caller's", async () => {
  const limiter = new ConcurrencyLimiter({ runningMax: 1, waitingMax: 0, waitMsMax: 0 });
  const failure = new Error("no");

  await expect(limiter.run(() => Promise.reject(failure))).rejects.toBe(failure);
  await expect(limiter.run(async () => 1)).resolves.toBe(1);
});

test("a task that is given up while it waits leaves the queue at once, and never runs", async () => {
  const limiter = new ConcurrencyLimiter({ runningMax: 1, waitingMax: 1, waitMsMax: hourMs });
  const [running, givenUp, next] = [task(), task(), task()];
  const first = limiter.run(running.run);
  const leaving = new AbortController();
  const waiting = limiter.run(givenUp.run, leaving.signal);
  leaving.abort(new Error("gone"));

  await expect(waiting).rejects.toThrow("gone");
  const second = limiter.run(next.run);
  running.end();
  next.end();
  await Promise.all([first, second]);
  expect([givenUp.started(), next.started()]).toEqual([false, true]);
});

test("a task that is given up as its turn comes does not run, and hands the turn on", async () => {
  const limiter = new ConcurrencyLimiter({ runningMax: 1, waitingMax: 2, waitMsMax: hourMs });
  const [running, givenUp, next] = [task(), task(), task()];
  const leaving = new AbortController();
  const runs = [
    limiter.run(running.run),
    limiter.run(givenUp.run, leaving.signal),
    limiter.run(next.run),
  ];
  const refused = expect(runs[1]).rejects.toThrow("gone");
  // The abort comes after the limiter has handed the turn over, and before the second task takes
  // it.
  void running.run().then(() => leaving.abort(new Error("gone")));
  running.end();
  next.end();

  await refused;
  await runs[2];
  expect([givenUp.started(), next.started()]).toEqual([false, true]);
});

test("a task that was given up before it came does not run", async () => {
  const limiter = new ConcurrencyLimiter({ runningMax: 1, waitingMax: 0, waitMsMax: 0 });
  const { run, started } = task();

  await expect(limiter.run(run, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  expect(started()).toBe(false);
});
