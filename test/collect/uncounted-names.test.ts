import { expect, test } from "vitest";
import { Problem } from "../../src/base/errors.ts";
import {
  type DayOfNames,
  noWebsite,
  UncountedNames,
  unknownNamesMax,
} from "../../src/collect/uncounted-names.ts";

const nowMs = Date.parse("2026-11-20T23:59:59Z");

/** Returns a table that collects what is saved, or refuses it. */
function tableOf() {
  const saved: DayOfNames[] = [];
  const table = {
    saved,
    isAvailable: true,
    async save(day: DayOfNames) {
      if (!table.isAvailable) throw new Problem("STORE_UNAVAILABLE");
      saved.push(day);
    },
  };
  return table;
}

test("each save has all that was counted on the day, and a save without news is none", async () => {
  const names = new UncountedNames();
  const table = tableOf();
  names.add(noWebsite, "unknown", "my-shpo.example", nowMs - 2_000);
  await names.save(table, nowMs);
  await names.save(table, nowMs);
  names.add(noWebsite, "unknown", "my-shpo.example", nowMs);
  names.add(7, "hostname", "other.example", nowMs);
  await names.save(table, nowMs);

  expect(table.saved.map((day) => day.names)).toEqual([
    [
      {
        websiteId: 0,
        reason: "unknown",
        name: "my-shpo.example",
        events: 1,
        lastAtMs: nowMs - 2_000,
      },
    ],
    [
      { websiteId: 0, reason: "unknown", name: "my-shpo.example", events: 2, lastAtMs: nowMs },
      { websiteId: 7, reason: "hostname", name: "other.example", events: 1, lastAtMs: nowMs },
    ],
  ]);
});

test("the newest names stay, however many come", async () => {
  const names = new UncountedNames();
  const table = tableOf();
  for (let i = 0; i < 3 * unknownNamesMax; i += 1) {
    names.add(noWebsite, "unknown", "often.example", nowMs);
    names.add(noWebsite, "unknown", `${i}.example`, nowMs);
    names.add(7, "hostname", `${i}.example`, nowMs);
    names.add(1_000 + i, "hostname", "other.example", nowMs);
  }
  await names.save(table, nowMs);

  const saved = table.saved[0]?.names ?? [];
  const unknown = saved.filter(({ websiteId }) => websiteId === noWebsite);
  expect(unknown).toHaveLength(unknownNamesMax);
  expect(unknown.map(({ name }) => name)).toContain(`${3 * unknownNamesMax - 1}.example`);
  expect(unknown.find(({ name }) => name === "often.example")?.events).toBe(3 * unknownNamesMax);
  expect(saved.filter(({ websiteId }) => websiteId === 7)).toHaveLength(20);
  expect(new Set(saved.map(({ websiteId }) => websiteId)).size).toBe(201);
});

test("a new day begins with none", async () => {
  const names = new UncountedNames();
  const table = tableOf();
  names.add(noWebsite, "unknown", "yesterday.example", nowMs);
  names.add(noWebsite, "unknown", "today.example", nowMs + 1_000);
  await names.save(table, nowMs + 1_000);

  expect(table.saved[0]?.names.map(({ name }) => name)).toEqual(["today.example"]);
});

test("names wait while the store is unavailable", async () => {
  const names = new UncountedNames();
  const table = tableOf();
  names.add(noWebsite, "unknown", "my-shpo.example", nowMs);
  table.isAvailable = false;
  await names.save(table, nowMs);
  table.isAvailable = true;
  await names.save(table, nowMs);

  expect(table.saved).toHaveLength(1);
});
