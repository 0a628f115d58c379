import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";

import { dimensionNames } from "../../src/counting/dimensions.ts";
import { startFootfall } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { firstPage, openDayStory, type Query, type Step, story } from "./commands.ts";
import { World } from "./world.ts";

/** `npm run test:campaign rollups` sets these. */
const {
  ROLLUPS_RUNS: runs,
  ROLLUPS_SEED: seed = String(Math.floor(Math.random() * 2 ** 31)),
  ROLLUPS_PATH: path,
  ROLLUPS_SHRINK: shrink,
  ROLLUPS_MINUTES: minutes,
} = process.env;
const numRuns = Number(runs ?? 2);

const footfall = openFootfall(() => startFootfall({}, 0, { openDayEventsMin: 1 }));

let played = 0;
let answers = 0;

/**
 * Runs random queries after each step, and at the end asks for some whole dimensions. All of them
 * have their turn.
 */
async function play(steps: readonly Step[]): Promise<void> {
  const world = new World(footfall, `w${played}`);
  const name = dimensionNames[played % dimensionNames.length] ?? "page";
  try {
    for (const { command, queries } of steps) {
      await world.perform(command);
      // The same query again and again: its answers come from the cache, and are never too old.
      await askAll(world, [...queries, { ...everything, site: 0, name, clients: 3 }]);
    }
    const site = world.sites.findLastIndex(({ events }) => events.length > 0);
    const names = dimensionNames.filter((_, nth) => nth % 6 === played % 6);
    const others = (["summary", "engagement", "revenue"] as const).flatMap((report) =>
      (["page", "visitor"] as const).map((name) => ({ ...everything, site, name, report })),
    );
    await askAll(world, [...names.map((name) => ({ ...everything, site, name })), ...others]);
  } finally {
    await world.end();
    played += 1;
  }
}

const everything = { ...firstPage, fromDay: -10, days: 30 };

async function askAll(world: World, queries: readonly Query[]): Promise<void> {
  await Promise.all(
    queries.map(async (query) => {
      for (const { found, wanted } of await world.askTogether(query)) {
        const [newest] = wanted;
        const isOlder = wanted.slice(1).some((each) => isDeepStrictEqual(found, each));
        if (!isOlder) expect(found, JSON.stringify(query)).toEqual(newest);
        answers += 1;
      }
    }),
  );
}

test.each([
  ["whatever is rolled up", story],
  ["while an open day grows", openDayStory],
])(
  `every answer is what counting the events gives, %s (seed ${seed})`,
  async (_, stories) => {
    const begunMs = Date.now();
    await fc.assert(fc.asyncProperty(stories, play), {
      numRuns,
      seed: Number(seed),
      endOnFailure: shrink === undefined,
      ...(path !== undefined && { path }),
      ...(minutes !== undefined && { interruptAfterTimeLimit: Number(minutes) * 60_000 }),
    });
    if (runs === undefined) return;
    const seconds = Math.round((Date.now() - begunMs) / 1000);
    process.stdout.write(
      `seed ${seed}: ${played} runs, ${answers} answers, 0 wrong, ${seconds} s\n`,
    );
  },
  90_000 + numRuns * 10_000,
);
