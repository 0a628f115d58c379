import fc from "fast-check";
import { expect, test } from "vitest";
import { dimensionNames } from "../../src/counting/dimensions.ts";
import { rollUpOpenDays } from "../helpers/open-day-roll-up.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { happenings } from "../stats/happenings.ts";
import { firstDayMs, firstPage } from "./commands.ts";
import { openDay, startBeforeDay } from "./open-day.ts";
import { World } from "./world.ts";

const seed = Number(process.env["ROLLUPS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const firstDay = new Date(firstDayMs).toISOString().slice(0, 10);
const summaryPath = (id: number) =>
  `/api/v1/websites/${id}/summary?${new URLSearchParams({ from: firstDay, to: firstDay })}`;

const footfall = openFootfall(startBeforeDay);
const { rollupsOf } = openDay(footfall);

test(`every name is right at every moment of a day that goes on (seed ${seed})`, async () => {
  const world = new World(footfall, "moments");
  await world.perform({ do: "store", timezone: "UTC", ofDeleted: false });
  const [site] = world.sites;
  if (site === undefined) throw new Error("no website");
  const slot = fc.nat(143).map((nth) => firstDayMs + nth * 600_000);
  const done = fc
    .sample(happenings({ timeMs: slot, pages: 30, anywhere: true }), { numRuns: 450, seed })
    .sort((a, b) => a.timeMs - b.timeMs)
    .map((happening, nth) => ({ ...happening, timeMs: happening.timeMs + nth }));
  const query = { ...firstPage, site: 0, fromDay: 0, days: 1 };
  const portions = [300, 325, 350, 375, 400, 425, 450];
  for (const [nth, end] of portions.entries()) {
    await world.insert(site, done.slice(portions[nth - 1] ?? 0, end));
    // Before the first roll-up all are counted from events, as other tests look at.
    for (const name of nth === 0 ? [] : dimensionNames) {
      const { found, wanted } = await world.ask({ ...query, name });
      expect(found, `${name} of ${end} events`).toEqual(wanted);
    }
    const summaryOf = async (filter: string) =>
      (await footfall.request(`${summaryPath(site.id)}${filter}`)).json.data;
    // With a filter it is counted from events.
    expect(await summaryOf("")).toEqual(await summaryOf("&filter[browser]=*"));
    // Some of the portion is later than that.
    await rollUpOpenDays(footfall, world.sites, done[end - 8]?.timeMs ?? 0);
    // The background job, which runs each minute, does not change an open day.
    if (nth === 0) await footfall.server.rollUp();
  }
  const rollups = await rollupsOf(site.id);
  expect(rollups.map(({ increments }) => increments)).toEqual(portions.map((_, nth) => nth + 1));
});
