import { expect, test } from "vitest";

import { ChangeLog, type NumberedChange } from "../../src/base/change-log.ts";

interface Change extends NumberedChange {
  readonly name: string;
}
interface Names {
  readonly lastChange: number;
  readonly names: readonly string[];
}

/** A table that logs share. It ignores a change whose number is taken, as ClickHouse does. */
function makeTable(changes: Change[] = []) {
  let reads = 0;
  const table = {
    changes,
    reads: () => reads,
    changesAfter: async (last: number) => {
      reads += 1;
      return changes.filter(({ change }) => change > last);
    },
    append: async (change: Change) => {
      if (changes.every((other) => other.change !== change.change)) changes.push(change);
    },
  };
  return table;
}

function openLog(table: ReturnType<typeof makeTable>) {
  const state: Names = { lastChange: 0, names: [] };
  return new ChangeLog<Change, Names>({
    table,
    state,
    apply: ({ names }, changes) => ({
      lastChange: changes.at(-1)?.change ?? 0,
      names: [...names, ...changes.map(({ name }) => name)],
    }),
  });
}

const add = (name: string) => (state: Names) => (state.names.includes(name) ? undefined : { name });

test("changes of several logs get numbers without gaps, and each sees those before", async () => {
  const table = makeTable();
  const logs = [openLog(table), openLog(table), openLog(table)];
  const names = Array.from({ length: 30 }, (_, i) => `name ${i % 20}`);
  await Promise.all(names.map((name, i) => logs[i % 3]?.change(add(name))));

  expect(table.changes.map(({ change }) => change)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
  for (const log of logs) {
    expect([...(await log.latest()).names].sort()).toEqual([...new Set(names)].sort());
  }
});

test("what is decided against changes nothing, and an error is passed on", async () => {
  const table = makeTable();
  const log = openLog(table);
  expect(await log.change(add("a"))).toMatchObject({ change: 1, name: "a" });
  expect(await log.change(add("a"))).toBeUndefined();
  const failing = log.change(() => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(table.changes).toHaveLength(1);
});

test("a recent state is read once, and again when it is too old", async () => {
  const table = makeTable();
  const log = openLog(table);
  await Promise.all([log.recent(60_000), log.recent(60_000)]);
  await log.recent(60_000);
  expect(table.reads()).toBe(1);
  await log.recent(0);
  expect(table.reads()).toBe(2);
});

test("a change that never gets its number is 503 in the end", async () => {
  const table = makeTable();
  const log = openLog({ ...table, append: async () => {} });
  await expect(log.change(add("a"))).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
});
