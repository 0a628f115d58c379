import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";

import type { Ask } from "../../src/stats/ask.ts";
import type { DayCount } from "../../src/stats/day-sql.ts";
import { DayStates, versionOf } from "../../src/stats/day-states.ts";
import type { DayStamps } from "../../src/stats/kept-answers.ts";
import type { Database } from "../../src/store/database.ts";
import { render, type Sql } from "../../src/store/sql.ts";

const range = { websiteId: 7, from: "2026-11-01", to: "2026-11-03" };
const ask: Ask = (_weight, question) =>
  question({ signal: new AbortController().signal, deadlineMs: 0 });

/** The states of days whose events and roll-ups the test decides on. */
function daysWith(counts: DayCount[], rollups: DayCount[] = [], stamps?: DayStamps) {
  const asked = { times: 0 };
  const rows = async (query: Sql) => {
    asked.times += 1;
    return render(query).query.includes("FROM rollup_days")
      ? rollups.map((rollup) => ({ ...rollup, run: `run of ${rollup.events}` }))
      : counts.map((count) => ({ ...count, run: "", gone: 1 }));
  };
  const days = new DayStates({ rows } as unknown as Database, stamps && { stamps });
  const answer = () => days.answer(range, ask, async (states) => states);
  const versionNow = async () => versionOf((await days.current(range, ask)).states);
  return { counts, rollups, days, asked, answer, versionNow };
}

test("an answer has the version of the days that it was answered to", async () => {
  const { answer, versionNow } = daysWith([{ date: "2026-11-01", events: 5 }]);

  const first = await answer();
  expect(first.version).toBe(await versionNow());
  // The range is known by then.
  expect(await answer()).toEqual(first);
});

test("an answer that events came into has a version of its own, and the next one is current", async () => {
  const { counts, answer, versionNow } = daysWith([{ date: "2026-11-01", events: 5 }]);
  const { version: old } = await answer();
  counts[0] = { date: "2026-11-01", events: 6 };

  const { version } = await answer();
  expect(version).not.toBe(old);
  expect(version).not.toBe(await versionNow());
  expect((await answer()).version).toBe(await versionNow());
});

test("events on a new day, or on one that was rolled up, have the days read again", async () => {
  const rolledUp = { date: "2026-11-01", events: 5 };
  const { counts, rollups, answer, versionNow } = daysWith([rolledUp], [rolledUp]);
  expect((await answer()).answer).toEqual([{ ...rolledUp, run: "run of 5" }]);

  counts.push({ date: "2026-11-02", events: 1 });
  const second = await answer();
  expect(second.answer).toEqual([
    { ...rolledUp, run: "run of 5" },
    { date: "2026-11-02", events: 1, run: undefined },
  ]);
  expect(second.version).toBe(await versionNow());

  counts[0] = { date: "2026-11-01", events: 6 };
  const third = await answer();
  expect(third.answer[0]).toEqual({ date: "2026-11-01", events: 6, run: undefined });
  expect(third.version).toBe(await versionNow());

  rollups[0] = { date: "2026-11-01", events: 6 };
  // Rolled up or not, the numbers are the same.
  expect((await answer()).version).toBe(third.version);
});

test("the states that the caller has read are not read again", async () => {
  const { counts, days } = daysWith([{ date: "2026-11-01", events: 5 }]);
  const current = await days.current(range, ask);
  counts[0] = { date: "2026-11-01", events: 6 };

  const { answer, version } = await days.answer(range, ask, async (states) => states, { current });
  expect(answer).toBe(current.states);
  expect(version).toBe(versionOf(current.states));
});

test("what roll-ups do not hold is counted from events, and weighs by all of them", async () => {
  const rolledUp = { date: "2026-11-01", events: 1_000_000 };
  const { days } = daysWith([rolledUp], [rolledUp]);
  const weights: string[] = [];
  const weigh: Ask = (weight, question) => {
    weights.push(weight);
    return ask(weight, question);
  };
  const runsOf = async (fromEvents: boolean) => {
    const { answer } = await days.answer({ ...range, fromEvents }, weigh, async (states) =>
      states.map(({ run }) => run),
    );
    return [answer, weights.splice(0).sort()];
  };

  expect(await runsOf(true)).toEqual([[undefined], ["heavy", "light"]]);
  expect(await runsOf(false)).toEqual([["run of 1000000"], ["light", "light"]]);
  // Now that the range is known, too.
  expect(await runsOf(true)).toEqual([[undefined], ["heavy", "light"]]);
});

test("while the days have the stamp that they were read with, they are not looked up again", async () => {
  const stamps = { stamp: "1", stampOf: () => stamps.stamp };
  const rolledUp = { date: "2026-11-01", events: 5 };
  const { counts, days, asked, answer } = daysWith([rolledUp], [rolledUp], stamps);
  const first = await answer();
  const askedFirst = asked.times;
  expect(await answer()).toEqual(first);
  expect(versionOf((await days.current(range, ask)).states)).toBe(first.version);
  expect(asked.times).toBe(askedFirst);

  counts[0] = { date: "2026-11-01", events: 6 };
  stamps.stamp = "2";
  const second = await answer();
  expect(second.answer).toEqual([{ date: "2026-11-01", events: 6, run: undefined }]);
  const askedSecond = asked.times;
  expect(await answer()).toEqual(second);
  expect(asked.times).toBe(askedSecond);
});

test("days to which events came while they were read are looked up again", async () => {
  const stamps = { stampOf: () => randomUUID() };
  const { asked, answer } = daysWith([{ date: "2026-11-01", events: 5 }], [], stamps);
  await answer();
  const before = asked.times;
  await answer();
  expect(asked.times).toBeGreaterThan(before);
});

test("an answer to states that were read before events came is not given again", async () => {
  const stamps = { stamp: "1", stampOf: () => stamps.stamp };
  const rolledUp = { date: "2026-11-01", events: 5 };
  const { counts, days, answer } = daysWith([rolledUp], [rolledUp], stamps);
  const current = await days.current(range, ask);
  counts[0] = { date: "2026-11-01", events: 6 };
  stamps.stamp = "2";

  const states = await days.answer(range, ask, async (all) => all, { key: "states", current });
  expect(states.answer).toEqual(current.states);
  expect(days.kept(range, "states")).toBeUndefined();
  expect((await answer()).answer).toEqual([{ date: "2026-11-01", events: 6, run: undefined }]);
});

test("an answer that is kept has the version of its days, whatever was known before", async () => {
  const stamps = { stamp: "1", stampOf: () => stamps.stamp };
  const { counts, days, versionNow } = daysWith([{ date: "2026-11-01", events: 5 }], [], stamps);
  const answer = () => days.answer(range, ask, async (all) => all, { key: "states" });
  await answer();
  counts[0] = { date: "2026-11-01", events: 6 };
  stamps.stamp = "2";

  const { version } = await answer();
  expect(days.kept(range, "states")?.version).toBe(version);
  expect(version).toBe(await versionNow());
});

test("who asks anew is given nothing that is kept, and nobody else is given what was kept before", async () => {
  const stamps = { stamp: "1", stampOf: () => stamps.stamp };
  const { counts, days } = daysWith([{ date: "2026-11-01", events: 5 }], [], stamps);
  const answer = (isAnew: boolean) =>
    days.answer(range, ask, async ([day]) => day?.events, { key: "events", isAnew });
  await answer(false);
  // A write that nobody told of.
  counts[0] = { date: "2026-11-01", events: 6 };

  expect((await answer(false)).answer).toBe(5);
  await answer(true);
  expect((await answer(true)).answer).toBe(6);
  expect((await answer(false)).answer).toBe(6);
});
