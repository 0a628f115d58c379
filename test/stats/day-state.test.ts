import { expect, test } from "vitest";
import { versionOf } from "../../src/stats/answer-version.ts";
import { rangeStateOf } from "../../src/stats/day-state.ts";

const date = "2026-11-01";
const early = {
  date,
  rollupId: "01900000-0000-7000-8000-000000000001",
  events: 5,
  gone: 1,
  importId: 0,
  removals: 0,
} as const;
const late = {
  date,
  rollupId: "01900000-0000-7000-8000-000000000002",
  events: 2,
  gone: 1,
  importId: 0,
  removals: 0,
} as const;

test("a version does not depend on the order in which archived roll-ups of a day are read", () => {
  const version = versionOf(rangeStateOf([early, late], []).states);

  expect(versionOf(rangeStateOf([late, early], []).states)).toBe(version);
});

test("a version stays when late events of a day are archived as well", () => {
  const before = rangeStateOf([early], [{ date, events: 2, removals: 0, rollupId: undefined }]);

  for (const archived of [
    [early, late],
    [late, early],
  ]) {
    expect(versionOf(rangeStateOf(archived, []).states)).toBe(versionOf(before.states));
  }
});

test("a version tells an archived day from one with as many events before an undo", () => {
  const before = versionOf(rangeStateOf([early], []).states);

  const again = { ...early, rollupId: late.rollupId, removals: 2 };
  expect(versionOf(rangeStateOf([again], []).states)).not.toBe(before);
  const present = { date, events: 5, removals: 2, rollupId: undefined };
  expect(versionOf(rangeStateOf([], [present]).states)).toBe(
    versionOf(rangeStateOf([again], []).states),
  );
});
