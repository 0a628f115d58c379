import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { AnswerCache, type CountAnswer } from "../../src/stats/answer-cache.ts";
import type { Answer } from "../../src/stats/day-states.ts";
import type { Freshness, Priority, QueryCaller } from "../../src/stats/query-scheduler.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function caller(
  priority: Priority = "owner",
  freshness?: Freshness,
): QueryCaller & { leave(): void } {
  const controller = new AbortController();
  const leave = () => controller.abort(new Error("gone"));
  return { signal: controller.signal, priority, ...(freshness && { freshness }), leave };
}

/** A count that the test ends: each call waits for `end` or `fail`. */
class Counts {
  readonly begun: { caller: QueryCaller; known: Answer<unknown> | undefined }[] = [];
  readonly #ends: PromiseWithResolvers<Answer<string>>[] = [];

  readonly count: CountAnswer<string> = (caller, known) => {
    this.begun.push({ caller, known });
    const end = withResolvers<Answer<string>>();
    caller.signal.addEventListener("abort", () => end.reject(caller.signal.reason));
    this.#ends.push(end);
    return end.promise;
  };

  async end(nth: number, value: string): Promise<void> {
    this.#ends[nth]?.resolve({ value, version: `version of ${value}` });
    await settled();
  }

  async fail(nth: number): Promise<void> {
    this.#ends[nth]?.reject(new Error("no answer"));
    await settled();
  }
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}

/** Resolves when all that can go on without the test has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A cache with one query, whose events are in the store after half a second. */
function open() {
  const cache = new AnswerCache(500);
  const counts = new Counts();
  const ask = async (who: QueryCaller = caller()) =>
    (await cache.get("a query", who, counts.count)).value;
  return { cache, counts, ask };
}

test("who asks the same at the same time gets one answer", async () => {
  const { counts, ask } = open();
  const answers = Array.from({ length: 50 }, () => ask());
  await settled();
  await counts.end(0, "first");
  expect(await Promise.all(answers)).toEqual(Array(50).fill("first"));
  expect(counts.begun).toHaveLength(1);
});

test("an answer is given again for a second, and half a second more while a newer one is counted", async () => {
  const { counts, ask } = open();
  const first = ask();
  await settled();
  vi.advanceTimersByTime(300);
  await counts.end(0, "first");
  await first;
  vi.advanceTimersByTime(699);
  expect(await ask()).toBe("first");
  expect(counts.begun).toHaveLength(1);

  vi.advanceTimersByTime(1);
  expect(await ask()).toBe("first");
  expect(await ask()).toBe("first");
  await settled();
  expect(counts.begun).toHaveLength(2);
  vi.advanceTimersByTime(499);
  expect(await ask()).toBe("first");

  vi.advanceTimersByTime(1);
  const second = ask();
  await settled();
  await counts.end(1, "second");
  expect(await second).toBe("second");
  expect(counts.begun).toHaveLength(2);
});

test("who asks long after a count began gets the answer of one that follows it", async () => {
  const { counts, ask } = open();
  const early = ask();
  await settled();
  vi.advanceTimersByTime(1_500);
  const late = [ask(), ask()];
  await settled();
  vi.advanceTimersByTime(5_000);
  late.push(ask());
  await settled();
  expect(counts.begun).toHaveLength(1);
  await counts.end(0, "first");
  expect(await early).toBe("first");
  expect(counts.begun).toHaveLength(2);
  await counts.end(1, "second");
  expect(await Promise.all(late)).toEqual(["second", "second", "second"]);
});

test("with a store that others write, an answer is given for a second in all", async () => {
  const cache = new AnswerCache(1_000);
  const counts = new Counts();
  const ask = async () => (await cache.get("a query", caller(), counts.count)).value;
  const first = ask();
  await settled();
  await counts.end(0, "first");
  await first;
  vi.advanceTimersByTime(499);
  await ask();
  expect(counts.begun).toHaveLength(1);
  vi.advanceTimersByTime(500);
  expect(await ask()).toBe("first");
  expect(counts.begun).toHaveLength(2);
  vi.advanceTimersByTime(1);
  const second = ask();
  await settled();
  await counts.end(1, "second");
  expect(await second).toBe("second");
});

test("who wants an answer counted anew gets one whose count begins later", async () => {
  const { counts, ask } = open();
  const first = ask();
  await settled();
  await counts.end(0, "first");
  await first;
  const anew = ask(caller("owner", "anew"));
  await settled();
  expect(counts.begun).toHaveLength(2);
  vi.advanceTimersByTime(1);
  const later = [ask(caller("owner", "anew")), ask(caller("owner", "anew"))];
  await settled();
  expect(counts.begun).toHaveLength(2);
  await counts.end(1, "second");
  expect(await anew).toBe("second");
  expect(counts.begun).toHaveLength(3);
  await counts.end(2, "third");
  expect(await Promise.all(later)).toEqual(["third", "third"]);
  expect(await ask()).toBe("third");
  expect(counts.begun).toHaveLength(3);
});

test("an older answer that is to be proven is known to a count that begins later", async () => {
  const { counts, ask } = open();
  const first = ask();
  await settled();
  await counts.end(0, "first");
  await first;
  const proven = ask(caller("owner", "proven"));
  const anew = ask(caller("owner", "anew"));
  await settled();
  const known = counts.begun.map((each) => each.known?.value);
  expect(known).toEqual([undefined, "first", undefined]);
  await counts.end(1, "first");
  await counts.end(2, "second");
  expect(await Promise.all([proven, anew])).toEqual(["first", "second"]);
});

test("an owner waits for no count of viewers, and both get each other's answers later", async () => {
  const { counts, ask } = open();
  const viewer = ask(caller("viewer"));
  const owner = ask(caller("owner"));
  await settled();
  expect(counts.begun.map((each) => each.caller.priority)).toEqual(["viewer", "owner"]);
  await counts.end(1, "the owner's");
  expect(await owner).toBe("the owner's");
  expect(await ask(caller("viewer"))).toBe("the owner's");
  await counts.end(0, "the viewer's");
  expect(await viewer).toBe("the viewer's");
});

test("a count goes on when one of those who wait leaves, and ends when all have left", async () => {
  const { counts, ask } = open();
  const [leaving, staying] = [caller(), caller()];
  const left = ask(leaving);
  const stayed = ask(staying);
  await settled();
  leaving.leave();
  await expect(left).rejects.toThrow("gone");
  expect(counts.begun[0]?.caller.signal.aborted).toBe(false);
  staying.leave();
  await expect(stayed).rejects.toThrow("gone");
  expect(counts.begun[0]?.caller.signal.aborted).toBe(true);

  const next = ask();
  await settled();
  await counts.end(1, "second");
  expect(await next).toBe("second");
});

test("a failure goes to all who wait, and is not cached", async () => {
  const { counts, ask } = open();
  const failed = [ask(), ask()].map((each) => expect(each).rejects.toThrow("no answer"));
  await settled();
  await counts.fail(0);
  await Promise.all(failed);
  const next = ask();
  await settled();
  await counts.end(1, "second");
  expect(await next).toBe("second");
});

test("while newer counts fail, the last answer is given no longer than it may", async () => {
  const { counts, ask } = open();
  const first = ask();
  await settled();
  await counts.end(0, "first");
  await first;
  vi.advanceTimersByTime(1_200);
  expect(await ask()).toBe("first");
  await settled();
  await counts.fail(1);
  vi.advanceTimersByTime(301);
  const failed = expect(ask()).rejects.toThrow("no answer");
  await settled();
  await counts.fail(2);
  await failed;
});

test("a count knows the last answer, which it may return again", async () => {
  const { counts, ask } = open();
  const first = ask();
  await settled();
  await counts.end(0, "first");
  await first;
  vi.advanceTimersByTime(60_000);
  const again = ask();
  await settled();
  expect(counts.begun.map(({ known }) => known?.version)).toEqual([undefined, "version of first"]);
  await counts.end(1, "first");
  expect(await again).toBe("first");
  vi.advanceTimersByTime(999);
  expect(await ask()).toBe("first");
  expect(counts.begun).toHaveLength(2);
});

test("different queries have different answers, however many there are", async () => {
  const cache = new AnswerCache(500);
  const value = "x".repeat(10_000);
  let counted = 0;
  const ask = async (key: string) =>
    cache.get(key, caller(), async () => {
      counted += 1;
      return { value: `${key} ${value}`, version: "1" };
    });
  for (let nth = 0; nth < 5_000; nth += 1) {
    expect((await ask(`query ${nth}`)).value).toBe(`query ${nth} ${value}`);
  }
  await ask("query 4999");
  expect(counted).toBe(5_000);
  // 5,000 answers of 20 kB are more than the cache holds.
  await ask("query 0");
  expect(counted).toBe(5_001);
});
