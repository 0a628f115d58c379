import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "../../src/clickhouse/sql.ts";
import { dimensionNames } from "../../src/counting/dimensions.ts";
import { startFootfall } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rounds } from "../helpers/rounds.ts";
import { type Happening, happenings } from "../stats/happenings.ts";
import { answerOf } from "./answers.ts";
import { type Command, firstDayMs, firstPage, query } from "./commands.ts";
import { World } from "./world.ts";

const seed = Number(process.env["ROLLUPS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const dayMs = 86_400_000;

const footfall = openFootfall(() => startFootfall({}, 0, { openDayEventsMin: 1 }));

/** Returns events within `days` days from `fromDay` on. Days are counted as in queries. */
function someHappenings(count: number, fromDay: number, days: number): Happening[] {
  const min = firstDayMs + fromDay * dayMs;
  const timeMs = fc.integer({ min, max: min + days * dayMs - 1 });
  return fc.sample(happenings({ timeMs, pages: 30, anywhere: true }), {
    numRuns: count,
    seed: seed + count,
  });
}

/** Runs `ask` again and again, two at a time, until `work` is done. */
async function askDuring(work: () => Promise<void>, ask: (nth: number) => Promise<void>) {
  const done = new AbortController();
  let asked = 0;
  const asking = [1, 2].map(async () => {
    while (!done.signal.aborted) {
      asked += 1;
      await ask(asked);
    }
  });
  await Promise.all([work().finally(() => done.abort()), ...asking]);
  expect(asked).toBeGreaterThan(5);
}

test(`answers do not change while roll-ups, and events of other days and websites, come (seed ${seed})`, async () => {
  const world = new World(footfall, "beside");
  for (const timezone of ["UTC", "Asia/Kolkata"]) {
    await world.perform({ do: "store", timezone, ofDeleted: false });
  }
  const [site] = world.sites;
  if (site === undefined) throw new Error("no website");
  await world.insert(site, someHappenings(150, 0, 4));
  const queries = fc
    .sample(query, { numRuns: 2 * dimensionNames.length, seed })
    .map((each, nth) => ({ ...each, name: dimensionNames[nth % dimensionNames.length] ?? "page" }));
  const asked = queries.map((each) => ({ ...each, site: 0 }));
  const answers = asked.map((each) => ({
    status: 200,
    ...answerOf(site.events, each, site.timezone),
  }));

  const rollUp = { do: "roll up", isMonth: false, isAccepted: true } as const;
  const beside = async (day: number): Promise<void> => {
    const commands: Command[] = [
      { ...rollUp, day, site: 0, isAccepted: false },
      { do: "roll up open days", timeMs: firstDayMs + (day % 4) * dayMs + dayMs / 3 },
      { ...rollUp, day, site: 0 },
      { do: "roll up open days", timeMs: firstDayMs + (day % 4) * dayMs + dayMs / 2 },
      { do: "insert", site: 1, done: someHappenings(20, 0, 4) },
      { ...rollUp, day, site: undefined, isMonth: true },
      { do: "insert", site: 0, done: someHappenings(20, -60, 30) },
      { do: "accept", rollUp: 0 },
      { do: "roll up all" },
    ];
    for (const command of commands) await world.perform(command);
    await footfall.server.store.db.run(sql`OPTIMIZE TABLE rollup_values FINAL`);
  };

  await askDuring(
    async () => {
      for (let day = 0; day < rounds; day += 1) await beside(day);
    },
    async (nth) => {
      const each = asked[nth % asked.length];
      if (each === undefined) return;
      const { found } = await world.ask(each);
      expect(found, JSON.stringify(each)).toEqual(answers[nth % asked.length]);
    },
  );
});

test(`an answer has all events that arrived before it was asked for, however late (seed ${seed})`, async () => {
  const world = new World(footfall, "late");
  await world.perform({ do: "store", timezone: "UTC", ofDeleted: false });
  const [site] = world.sites;
  if (site === undefined) throw new Error("no website");
  const batches = Array.from({ length: 4 * rounds }, (_, nth) => someHappenings(3 + nth, 0, 1));
  const all = { ...firstPage, fromDay: 0, days: 1 };
  /** Numbers of events at the moments when no insert is in progress. */
  const lengths = [0];
  for (const batch of batches) lengths.push((lengths.at(-1) ?? 0) + batch.length);

  await askDuring(
    async () => {
      for (const [nth, batch] of batches.entries()) {
        await world.insert(site, batch);
        const isAccepted = nth % 3 !== 0;
        const rollUp = { do: "roll up", day: 0, site: 0, isMonth: false, isAccepted } as const;
        const timeMs = firstDayMs + ((nth + 1) / batches.length) * dayMs;
        await world.perform({ do: "roll up open days", timeMs });
        if (nth % 2 === 0) await world.perform(rollUp);
        if (nth % 5 === 0) await world.perform({ do: "roll up all" });
        if (nth % 7 === 0) await world.perform({ do: "accept", rollUp: 0 });
      }
    },
    async (nth) => {
      const name = dimensionNames[nth % dimensionNames.length] ?? "page";
      const before = lengths.indexOf(site.events.length);
      const { found } = await world.ask({ ...all, site: 0, name });
      // One more insert may have been on its way when the answer was made.
      const after = lengths.indexOf(site.events.length) + 1;
      const possible = lengths.slice(before, after + 1).map((length) => {
        const events = batches.flat().slice(0, length);
        return {
          status: 200,
          ...answerOf(world.plainEvents(site, events), { ...all, site: 0, name }, site.timezone),
        };
      });
      expect(possible, name).toContainEqual(found);
    },
  );
});
