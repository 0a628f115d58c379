import fc from "fast-check";
import { test } from "vitest";
import { startFootfall } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rounds } from "../helpers/rounds.ts";
import { actionsOf, settings, stays } from "./actions.ts";
import { question } from "./questions.ts";
import { recipes } from "./recipes.ts";
import { World } from "./world.ts";

/** `npm run test:campaign analysis` sets these. */
const {
  ANALYSIS_RUNS: runs,
  ANALYSIS_SEED: seed = String(Math.floor(Math.random() * 2 ** 31)),
  ANALYSIS_PATH: path,
  ANALYSIS_SHRINK: shrink,
  ANALYSIS_MINUTES: minutes,
} = process.env;
const numRuns = runs === undefined ? rounds : Number(runs);

/** Some events, and a roll-up of some days after them. */
const chapter = fc.record({
  stays,
  /** Decides the order in which the events are sent. */
  order: fc.nat(),
  rollUp: fc.constantFrom("none", "open days", "closed days"),
  /** The hours after the first midnight at which open days are rolled up. */
  hours: fc.constantFrom(1, 13, 24, 26, 37, 48, 61, 73),
});
const story = fc.record({
  setting: fc.constantFrom(...settings),
  recipes,
  chapters: fc.array(chapter, { minLength: 1, maxLength: 3, size: "max" }),
  questions: fc.array(question, { minLength: 1, maxLength: 14, size: "max" }),
});
type Story = typeof story extends fc.Arbitrary<infer Each> ? Each : never;

const footfall = openFootfall(() => startFootfall({}, 0, { openDayEventsMin: 1 }));

let played = 0;
let answers = 0;

/** Asks the same questions after each chapter, now for JSON and then for CSV. */
async function play({ setting, recipes, chapters, questions }: Story): Promise<void> {
  const domain = `s${played}.example`;
  played += 1;
  const world = await World.open(footfall, domain, setting);
  await world.define(recipes);
  for (const [nth, { stays, order, rollUp, hours }] of chapters.entries()) {
    await world.send(mixed(actionsOf(stays, setting, domain), order));
    if (rollUp === "open days") await world.rollUpOpenDays(hours);
    if (rollUp === "closed days") await world.rollUp();
    for (const each of questions) {
      const [asCsv, asViewer] = [nth % 2 === 1, nth > 0];
      answers += 1;
      await world.ask({
        ...each,
        asCsv: each.asCsv !== asCsv,
        asViewer: each.asViewer !== asViewer,
      });
    }
  }
  await world.delete();
}

/** Returns the items in an order that the number decides. */
function mixed<T>(items: readonly T[], order: number): T[] {
  const rankOf = (nth: number) => Math.imul(nth + 1, 2 * order + 0x9e3779b1) >>> 0;
  return items
    .map((item, nth) => ({ item, rank: rankOf(nth) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Throws if a story failed, with its seed and path, its wrong answer, and its content if short. */
function report(details: fc.RunDetails<[Story]>): void {
  if (!details.failed) return;
  const { counterexamplePath, counterexample, errorInstance } = details;
  const [told] = counterexample ?? [];
  const content = told === undefined ? "" : describeStory(told);
  throw new Error(
    [
      `seed ${details.seed}, path ${counterexamplePath}`,
      errorInstance instanceof Error ? errorInstance.message : "",
      content.length > 10_000 ? "" : content,
    ].join("\n"),
    { cause: errorInstance },
  );
}

function describeStory({ setting, chapters, recipes }: Story): string {
  const told = chapters.map(({ stays, rollUp, hours }) => {
    const events = actionsOf(stays, setting, "a.example").map(({ sent }) => JSON.stringify(sent));
    return [...events, `roll up ${rollUp} ${hours}`].join("\n");
  });
  return [JSON.stringify(setting), JSON.stringify(recipes), ...told].join("\n");
}

test(
  `every report is what the reference makes of the events (seed ${seed})`,
  async () => {
    const begunMs = Date.now();
    await fc.assert(fc.asyncProperty(story, play), {
      numRuns,
      seed: Number(seed),
      endOnFailure: shrink === undefined,
      ...(path !== undefined && { path }),
      ...(minutes !== undefined && { interruptAfterTimeLimit: Number(minutes) * 60_000 }),
      reporter: report,
    });
    if (runs === undefined) return;
    const seconds = Math.round((Date.now() - begunMs) / 1000);
    process.stdout.write(
      `seed ${seed}: ${played} runs, ${answers} answers, 0 wrong, ${seconds} s\n`,
    );
  },
  90_000 + numRuns * 20_000,
);
