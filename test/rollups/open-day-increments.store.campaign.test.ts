import { expect, test } from "vitest";
import { statement } from "../../src/clickhouse/sql.ts";
import { removeSupersededGenerations } from "../../src/rollups/open-days/superseded-generations.ts";
import { eventually } from "../helpers/eventually.ts";
import { selectRows } from "../helpers/footfall.ts";
import { rollUpOpenDays } from "../helpers/open-day-roll-up.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rollUp as rollUpDays } from "../helpers/roll-up.ts";
import { at, day, firefox, openDay, startBeforeDay } from "./open-day.ts";

const footfall = openFootfall(startBeforeDay);
const { countsOf, falsify, rollUp, rollupsOf, send } = openDay(footfall);

test("a run is added for what came later, and counts what it changes", async () => {
  const { id } = await footfall.store("runs.example");
  await send(
    id,
    Array.from({ length: 40 }, (_, nth) => ({ at: `0${nth % 10}:00`, ip: `8.8.8.${nth}` })),
  );
  await rollUp(id, "09:30");
  await send(id, [
    { at: "10:00", page: "/left", ip: "8.8.8.1" },
    { at: "11:00", user_agent: firefox },
  ]);
  await rollUp(id, "10:30");
  await send(id, [{ at: "11:05", ip: "8.8.8.1" }]);
  await rollUp(id, "11:03");

  expect(await rollupsOf(id)).toEqual([
    { increments: 1, events: 40, until: "09:30" },
    { increments: 2, events: 41, until: "10:30" },
    { increments: 3, events: 42, until: "11:03" },
  ]);
  expect(await countsOf(id, "exit_page")).toEqual({ "/": [42, 41, 42], "/left": [1, 1, 1] });
  expect(await countsOf(id, "browser")).toEqual({ Chrome: [40, 40, 42], Firefox: [1, 1, 1] });
});

test("an event that came late is in the answers, and has the day counted from midnight after a while", async () => {
  const { id } = await footfall.store("late.example");
  await send(id, [{ at: "10:00" }]);
  await rollUp(id, "10:30");
  // The open-day roll-up is cached by then.
  expect(await countsOf(id, "visitor")).toEqual({ [day]: [1, 1, 1] });
  await send(id, [{ at: "10:20", ip: "8.8.4.4" }]);
  expect(await countsOf(id, "visitor")).toEqual({ [day]: [2, 2, 2] });

  await rollUp(id, "10:45");
  const rollups = await rollupsOf(id);
  expect(rollups).toEqual([
    { increments: 1, events: 1, until: "10:30" },
    { increments: 1, events: 2, until: "10:45" },
  ]);
  await falsify(id, "visit");
  expect((await countsOf(id, "visitor"))[day]?.[0]).toBe(102);
});

test("a day with few events is left alone, and so is one of a deleted website", async () => {
  const { id } = await footfall.store("few.example");
  await send(id, [{ at: "10:00" }]);
  await rollUpOpenDays(footfall, [{ id, timezone: "UTC" }], Date.parse(at("10:30")), {
    eventsMin: 2,
  });
  await rollUpOpenDays(footfall, [], Date.parse(at("10:30")));

  expect(await rollupsOf(id)).toEqual([]);
});

test("generations are removed when another has been there for ten minutes, or their day is rolled up", async () => {
  const { db } = footfall.server.store;
  const { id } = await footfall.store("old.example");
  await send(id, [{ at: "10:00" }]);
  await rollUp(id, "10:30");
  await send(id, [{ at: "10:20" }]);
  await rollUp(id, "10:45");
  const generations = async () => {
    const found = await Promise.all(
      ["rollups", "values", "visitors"].map((table) =>
        selectRows(
          footfall,
          `SELECT DISTINCT generation FROM open_day_${table} WHERE website_id = ${id}`,
        ),
      ),
    );
    return found.map(({ length }) => length);
  };
  const age = (table: string) =>
    db.run(
      statement(
        `ALTER TABLE ${table} UPDATE rolled_at = rolled_at - INTERVAL 11 MINUTE WHERE website_id = ${id} SETTINGS mutations_sync = 1`,
      ),
    );
  await removeSupersededGenerations(db);
  expect(await generations()).toEqual([2, 2, 2]);
  await age("open_day_rollups");
  await removeSupersededGenerations(db);
  expect(await generations()).toEqual([1, 1, 1]);
  expect(await countsOf(id, "visitor")).toEqual({ [day]: [1, 1, 2] });

  await rollUpDays(footfall, id, [day]);
  await removeSupersededGenerations(db);
  expect(await generations()).toEqual([1, 1, 1]);
  await age("rollup_days");
  await removeSupersededGenerations(db);
  expect(await generations()).toEqual([0, 0, 0]);
});

test("deleting a website deletes its open-day roll-ups", async () => {
  const { id } = await footfall.store("deleted.example");
  await send(id, [{ at: "10:00" }]);
  await rollUp(id, "10:30");
  await footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });

  for (const table of ["open_day_rollups", "open_day_values", "open_day_visitors"]) {
    await eventually(async () =>
      expect(
        await selectRows(footfall, `SELECT 1 FROM ${table} WHERE website_id = ${id} LIMIT 1`),
      ).toEqual([]),
    );
  }
});
