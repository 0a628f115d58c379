import { expect, test } from "vitest";

import { KeptAnswers } from "../../src/stats/kept-answers.ts";

const days = { websiteId: 7, from: "2026-11-01", to: "2026-11-30" };

function answersWith(stamp: string | undefined) {
  const stamps = { stamp };
  return { stamps, answers: new KeptAnswers({ stampOf: () => stamps.stamp }) };
}

test("an answer is found until the stamp of its days is another one", async () => {
  const { stamps, answers } = answersWith("1");
  expect(answers.find(days, "a")).toBeUndefined();
  expect(await answers.keep(days, "a", "1", async () => ({ count: 5 }))).toEqual({ count: 5 });
  expect(answers.find(days, "a")).toEqual({ count: 5 });
  expect(answers.find(days, "b")).toBeUndefined();
  stamps.stamp = "2";
  expect(answers.find(days, "a")).toBeUndefined();
});

test.each([
  ["before it was asked", undefined, "1"],
  ["while it was asked", "1", "2"],
  ["when it was answered", "1", undefined],
])("an answer is not kept where events were on their way %s", async (_name, before, after) => {
  const { stamps, answers } = answersWith(before);
  await answers.keep(days, "a", before, async () => {
    stamps.stamp = after;
    return 5;
  });
  for (const stamp of [before, after, "1"]) {
    stamps.stamp = stamp;
    expect(answers.find(days, "a")).toBeUndefined();
  }
});

test("an answer that is kept cannot be changed by who has it", async () => {
  const { answers } = answersWith("1");
  const given = await answers.keep(days, "a", "1", async () => [1]);
  given.push(2);
  answers.find<number[]>(days, "a")?.push(3);
  expect(answers.find(days, "a")).toEqual([1]);
});

test("an error is no answer", async () => {
  const { answers } = answersWith("1");
  const refused = answers.keep(days, "a", "1", () => Promise.reject(new Error("too long")));
  await expect(refused).rejects.toThrow("too long");
  expect(answers.find(days, "a")).toBeUndefined();
});

test("in 16 Mi characters, the answers that were asked for longest ago go first", async () => {
  const { answers } = answersWith("1");
  const keep = (key: string) => answers.keep(days, key, "1", async () => "x".repeat(5 * 1024 ** 2));
  for (const key of ["a", "b", "c"]) await keep(key);
  expect(answers.find(days, "a")).toBeDefined();
  await keep("d");
  const found = ["a", "b", "c", "d"].filter((key) => answers.find(days, key) !== undefined);
  expect(found).toEqual(["a", "c", "d"]);
});
