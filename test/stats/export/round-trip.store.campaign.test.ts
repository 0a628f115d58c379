import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { actionsOf, settings, stays } from "../../analysis/actions.ts";
import { recipes } from "../../analysis/recipes.ts";
import { World } from "../../analysis/world.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { startFootfall, type TestFootfall } from "../../helpers/footfall.ts";
import { rollUp } from "../../helpers/roll-up.ts";
import { objectsOf } from "./files.ts";
import { hostileBulk, hostileTracked } from "./hostile-events.ts";
import {
  type Days,
  exportDays,
  importExport,
  readReports,
  toNdjson,
  visitorDays,
} from "./moving.ts";

/** The Footfall that collected, and the one that the events move to. */
let old: TestFootfall;
let other: TestFootfall;
beforeAll(async () => {
  old = await startFootfall();
  other = await startFootfall();
});
afterAll(stopAll);

/** Makes the same website in both. Their ids are the same, as the order of all is. */
async function websiteInBoth(domain: string, settings: object): Promise<number> {
  const { id } = await old.store(domain, settings);
  expect(await other.store(domain, settings)).toMatchObject({ id });
  return id;
}

async function defineInBoth(id: number, list: string, body: object): Promise<void> {
  for (const footfall of [old, other]) {
    const reply = await footfall.request(`/api/v1/websites/${id}/${list}`, { body });
    expect(reply.status, reply.text).toBe(201);
  }
}

/** Returns the days of an export. */
function datesOf(ndjson: string): string[] {
  return [...new Set(objectsOf(ndjson).map(({ date }) => String(date)))];
}

/** Moves days, and compares them before their roll-ups and after them. */
async function move(days: Days, definitions: { goals: number; funnels: number }): Promise<string> {
  const exported = await exportDays(old, days);
  await importExport(other, days.id, exported);
  const again = await exportDays(other, days);
  expect(visitorDays(again)).toEqual(visitorDays(exported));
  const reports = await readReports(old, days, definitions);
  expect(await readReports(other, days, definitions)).toEqual(reports);
  await rollUp(other, days.id, datesOf(exported));
  expect(await readReports(other, days, definitions)).toEqual(reports);
  return exported;
}

test.each([
  ["Asia/Tokyo", "2025-03-01"],
  ["America/New_York", "2025-03-08"],
  ["America/New_York", "2025-11-01"],
])("hostile events in %s from %s on are the same after a move", async (timezone, firstDay) => {
  const domain = `${timezone.toLowerCase().replace(/\W|_/g, "-")}-${firstDay}.example`;
  const settings = { timezone, exclude_params: "ref\nsort" };
  const id = await websiteInBoth(domain, settings);
  await defineInBoth(id, "goals", { name: "Buys", type: "event", value: "Purchase" });
  await defineInBoth(id, "goals", { name: "Reads", type: "page", value: "/a*" });
  const steps = [
    { type: "page", value: "*" },
    { type: "event", value: "Purchase", props: { plan: "pro" } },
  ];
  await defineInBoth(id, "funnels", { name: "Way", within: "day", steps });

  const events = hostileBulk(domain, Date.parse(firstDay));
  for (let first = 0; first < events.length; first += 1_000) {
    const some = events.slice(first, first + 1_000);
    const reply = await old.bulk(id, some);
    expect(reply.json).toEqual({ accepted: some.length, dropped: {} });
  }
  const to = new Date(Date.parse(firstDay) + 4 * 86_400_000).toISOString().slice(0, 10);
  const from = new Date(Date.parse(firstDay) - 2 * 86_400_000).toISOString().slice(0, 10);
  const exported = await move({ id, from, to }, { goals: 2, funnels: 1 });

  expect(exported.split("\n").length - 1).toBe(events.length);
  expect(datesOf(exported).length).toBeGreaterThan(2);
});

test.each([
  ["Pacific/Kiritimati", "kiritimati.example"],
  ["Pacific/Niue", "niue.example"],
])("the days of %s, far from UTC, move", async (timezone, domain) => {
  const id = await websiteInBoth(domain, { timezone });
  await old.bulk(id, hostileBulk(domain, Date.parse("2025-06-02")).slice(0, 300));
  const days = { id, from: "2025-05-30", to: "2025-06-08" };
  const exported = await exportDays(old, days);
  await importExport(other, id, exported);

  expect(visitorDays(await exportDays(other, days))).toEqual(visitorDays(exported));
  const csv = await exportDays(other, days, "text/csv");
  expect(visitorDays(toNdjson(csv))).toEqual(visitorDays(exported));
});

test("what pages send is the same after a move", async () => {
  const domain = "pages.example";
  const id = await websiteInBoth(domain, { timezone: "Asia/Tokyo" });
  const events = hostileTracked(domain);
  old.clock.aheadMs = -40 * 3_600_000;
  try {
    for (const { event, headers } of events) {
      const reply = await old.track(event, headers);
      expect(reply.status, `${JSON.stringify(event)} ${reply.text}`).toBe(202);
      old.clock.aheadMs += 30_000;
    }
    await old.server.shipped();
  } finally {
    old.clock.aheadMs = 0;
  }
  const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
  const days = { id, from: day(-4 * 86_400_000), to: day(0) };
  const exported = await move(days, { goals: 0, funnels: 0 });

  expect(exported.split("\n").length - 1).toBe(events.length);
});

const story = fc.record({ setting: fc.constantFrom(...settings), recipes, stays });
let stories = 0;

test("random events are the same after a move", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ setting, recipes, stays }) => {
      stories += 1;
      const domain = `story-${stories}.example`;
      const [from, to] = [-1, 5].map((days) => {
        const ms = Date.parse(setting.firstDay) + days * 86_400_000;
        return new Date(ms).toISOString().slice(0, 10);
      });
      const world = await World.open(old, domain, setting);
      const copy = await World.open(other, domain, setting);
      expect(copy.id).toBe(world.id);
      for (const each of [world, copy]) await each.define(recipes);
      await world.send(actionsOf(stays, setting, domain));
      const days = { id: world.id, from: from ?? "", to: to ?? "" };
      const { goals, funnels } = world;
      await move(days, { goals: goals.length, funnels: funnels.length });
    }),
    { numRuns: 2, endOnFailure: true },
  );
});
