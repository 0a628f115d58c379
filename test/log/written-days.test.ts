import { expect, test } from "vitest";

import { BatchRefused } from "../../src/log/batch.ts";
import { OtherWrites } from "../../src/log/other-writes.ts";
import type { Position } from "../../src/log/position.ts";
import { WrittenDays } from "../../src/log/written-days.ts";

const day = Date.parse("2026-11-20") / 86_400_000;
const range = { websiteId: 7, from: "2026-11-01", to: "2026-11-30" };

/** Positions of a log that the test moves. */
function logAt(offset: number) {
  const position = (offset: number): Position => ({ segment: 1, offset });
  const log = { end: position(offset), shippedTo: position(offset) };
  return {
    log,
    append: async (bytes: number) => {
      log.end = position(log.end.offset + bytes);
    },
    ship: () => {
      log.shippedTo = log.end;
    },
  };
}

function openDays(foreign: () => string | undefined = () => "") {
  const others = new OtherWrites(foreign);
  const { log, ...moves } = logAt(100);
  return { days: new WrittenDays(log, others), others, ...moves };
}

test("days have one stamp until events come, none while these are on their way, and another one then", async () => {
  const { days, append, ship } = openDays();
  const before = days.stampOf(range);
  expect(before).toEqual(expect.any(String));
  expect(days.stampOf(range)).toBe(before);

  const appended = append(10);
  days.add(7, day, appended);
  expect(days.stampOf(range)).toBeUndefined();
  await appended;
  expect(days.stampOf(range)).toBeUndefined();
  ship();

  const after = days.stampOf(range);
  expect(after).toEqual(expect.any(String));
  expect(after).not.toBe(before);
});

test("events of other days and websites leave the stamp as it is", async () => {
  const { days, append } = openDays();
  const before = days.stampOf(range);
  const appended = append(10);
  days.add(8, day, appended);
  days.add(7, day - 20, appended);
  days.add(7, day + 11, appended);
  days.add(6, 2 ** 16 - 1, appended);
  await appended;
  expect(days.stampOf(range)).toBe(before);
  expect(days.stampOf({ websiteId: 7, from: "1900-01-01", to: "2200-01-01" })).toBeUndefined();
});

test("events that the log refused were not written, but those before them may be on their way", async () => {
  const { days, append, ship } = openDays();
  const appended = append(10);
  days.add(7, day, appended);
  const refused = Promise.reject(new Error("full"));
  days.add(7, day, refused);
  await refused.catch(() => {});
  expect(days.stampOf(range)).toBeUndefined();
  ship();
  expect(days.stampOf(range)).toEqual(expect.any(String));
});

test("what is forgotten makes every stamp another one, and what is on its way is not forgotten", async () => {
  const { days, append, ship } = openDays();
  const first = append(10);
  days.add(7, day, first);
  await first;
  const before = days.stampOf({ ...range, websiteId: 9 });
  const second = append(10);
  for (let nth = 0; nth < 10_000; nth += 1) days.add(8, nth, second);
  await second;

  const after = days.stampOf({ ...range, websiteId: 9 });
  expect(after).toEqual(expect.any(String));
  expect(after).not.toBe(before);
  expect(days.stampOf(range)).toBeUndefined();
  ship();
  expect(days.stampOf(range)).toEqual(expect.any(String));
});

test("while others write there is no stamp, and another one when they have", async () => {
  const { days, others } = openDays();
  const before = days.stampOf(range);
  let finish = () => {};
  const write = others.during(
    new Promise<void>((resolve) => {
      finish = resolve;
    }),
  );
  expect(days.stampOf(range)).toBeUndefined();
  finish();
  await write;
  const after = days.stampOf(range);
  expect(after).toEqual(expect.any(String));
  expect(after).not.toBe(before);
});

test("a write of others that the store refused is none, one whose end nobody knows may still arrive", async () => {
  const { days, others } = openDays();
  await expect(others.during(Promise.reject(new BatchRefused("rows")))).rejects.toThrow("rows");
  expect(days.stampOf(range)).toEqual(expect.any(String));
  await expect(others.during(Promise.reject(new Error("cut off")))).rejects.toThrow("cut off");
  expect(days.stampOf(range)).toBeUndefined();
});

test("where other processes may write there is no stamp", () => {
  let foreign: string | undefined = "0";
  const { days } = openDays(() => foreign);
  const before = days.stampOf(range);
  foreign = undefined;
  expect(days.stampOf(range)).toBeUndefined();
  foreign = "1";
  expect(days.stampOf(range)).not.toBe(before);
});
