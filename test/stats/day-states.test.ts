import { expect, test } from "vitest";
import type { Database } from "../../src/clickhouse/database.ts";
import { render, type Sql } from "../../src/clickhouse/sql.ts";
import type { WebsiteDays } from "../../src/counting/website-days.ts";
import type { DayCount } from "../../src/rollups/day-sql.ts";
import { versionOf } from "../../src/stats/answer-version.ts";
import { DayStates } from "../../src/stats/day-states.ts";
import type { TakeTurn } from "../../src/stats/query-scheduler.ts";

const range = { websiteId: 7, from: "2026-11-01", to: "2026-11-03" };
const takeTurn: TakeTurn = (_weight, step) =>
  step({ signal: new AbortController().signal, deadlineMs: 0 });

/** Returns the states of days whose events and roll-ups the test chooses. */
function daysWith(counts: DayCount[], rollups: DayCount[] = []) {
  const rows = async (query: Sql) =>
    render(query).query.includes("FROM rollup_days")
      ? rollups.map((rollup) => ({
          ...rollup,
          rollupId: `roll-up of ${rollup.events}`,
          rolledAtMs: 1,
          conditions: "0",
        }))
      : counts.map((count) => ({ ...count, rollupId: "", gone: 1, importId: 0 }));
  const days = new DayStates({ rows } as unknown as Database);
  const answer = () => days.answer(range, takeTurn, async (states) => states);
  const versionNow = async () => versionOf((await days.current(range, takeTurn)).states);
  return { counts, rollups, days, answer, versionNow };
}

test("an answer has the version of the days that it was answered to", async () => {
  const { answer, versionNow } = daysWith([{ date: "2026-11-01", events: 5, removals: 0 }]);

  const first = await answer();
  expect(first.version).toBe(await versionNow());
  // The states of the range are cached by then.
  expect(await answer()).toEqual(first);
});

test("an answer that new events came into has its own version, and the next one is current", async () => {
  const { counts, answer, versionNow } = daysWith([{ date: "2026-11-01", events: 5, removals: 0 }]);
  const { version: old } = await answer();
  counts[0] = { date: "2026-11-01", events: 6, removals: 0 };

  const { version } = await answer();
  expect(version).not.toBe(old);
  expect(version).not.toBe(await versionNow());
  expect((await answer()).version).toBe(await versionNow());
});

test("events on a new day, or on one that was rolled up, have the days read again", async () => {
  const rolledUp = { date: "2026-11-01", events: 5, removals: 0 };
  const { counts, rollups, answer, versionNow } = daysWith([rolledUp], [rolledUp]);
  expect((await answer()).value).toEqual([{ ...rolledUp, rollupId: "roll-up of 5" }]);

  counts.push({ date: "2026-11-02", events: 1, removals: 0 });
  const second = await answer();
  expect(second.value).toEqual([
    { ...rolledUp, rollupId: "roll-up of 5" },
    { date: "2026-11-02", events: 1, removals: 0, rollupId: undefined },
  ]);
  expect(second.version).toBe(await versionNow());

  counts[0] = { date: "2026-11-01", events: 6, removals: 0 };
  const third = await answer();
  expect(third.value[0]).toEqual({
    date: "2026-11-01",
    events: 6,
    removals: 0,
    rollupId: undefined,
  });
  expect(third.version).toBe(await versionNow());

  rollups[0] = { date: "2026-11-01", events: 6, removals: 0 };
  // The numbers are the same with a roll-up and without.
  expect((await answer()).version).toBe(third.version);
});

test("the states that the caller has read are not read again", async () => {
  const { counts, days } = daysWith([{ date: "2026-11-01", events: 5, removals: 0 }]);
  const current = await days.current(range, takeTurn);
  counts[0] = { date: "2026-11-01", events: 6, removals: 0 };

  const { value, version } = await days.answer(range, takeTurn, async (states) => states, current);
  expect(value).toBe(current.states);
  expect(version).toBe(versionOf(current.states));
});

test("what roll-ups do not hold is counted from events, and weighs by all of them", async () => {
  const rolledUp = { date: "2026-11-01", events: 1_000_000, removals: 0 };
  const { days } = daysWith([rolledUp], [rolledUp]);
  const weights: string[] = [];
  const weigh: TakeTurn = (weight, step) => {
    weights.push(weight);
    return takeTurn(weight, step);
  };
  const rollupsOf = async (countsFrom: WebsiteDays["countsFrom"]) => {
    const asked = countsFrom === undefined ? range : { ...range, countsFrom };
    const { value } = await days.answer(asked, weigh, async (states) =>
      states.map(({ rollupId }) => rollupId),
    );
    return [value, weights.splice(0).sort()];
  };

  expect(await rollupsOf("events")).toEqual([[undefined], ["heavy", "light"]]);
  expect(await rollupsOf("visitor_days")).toEqual([["roll-up of 1000000"], ["heavy", "light"]]);
  expect(await rollupsOf(undefined)).toEqual([["roll-up of 1000000"], ["light", "light"]]);
  // Now that the range is known, too.
  expect(await rollupsOf("events")).toEqual([[undefined], ["heavy", "light"]]);
});
