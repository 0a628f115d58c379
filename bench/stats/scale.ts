/** Does the time grow with the events? One website has ten times another's, and the same values. */
import { print, table } from "../report.ts";
import { checkSame, type Question, type Sides } from "./ask.ts";
import type { Bench } from "./bench.ts";
import { closedDays } from "./dataset.ts";
import { closedRange } from "./days.ts";
import { takeTurns } from "./turns.ts";
import { type Verdict, verdictOf } from "./verdicts.ts";

export async function measureScale({
  sides,
  dataset,
  now,
  names,
  rounds,
}: Bench): Promise<Verdict[]> {
  const { api } = sides;
  const ratios = new Map<string, number>();
  const rows: string[][] = [];
  for (const name of names) {
    const tenth: Question = { name, websiteId: dataset.tenth, ...closedRange(now, closedDays) };
    const tenfold = { ...tenth, websiteId: dataset.tenfold };
    await checkSame(sides, tenth);
    await checkTenfold(sides, tenth, tenfold);
    const [few, many] = await takeTurns(
      rounds,
      () => api(tenth),
      () => api(tenfold),
    );
    const ratio = many.p50Ms / few.p50Ms;
    ratios.set(name, ratio);
    rows.push([name, ...[few.p50Ms, many.p50Ms, ratio].map((value) => value.toFixed(2))]);
  }
  print(`\n${closedDays} closed days, ten times the events and the same values, p50 in ms`);
  print(table(["name", "API, 1", "API, 10", "ratio"], rows));
  const wanted = "ten times the events, the same values: API at most 1.3 times slower";
  return [verdictOf(wanted, ratios, { atMost: 1.3 })];
}

/**
 * Checks that there are ten visitors for each one: a count that is not tenfold would mean other
 * values.
 */
async function checkTenfold({ api }: Sides, tenth: Question, tenfold: Question): Promise<void> {
  const [few, many] = [await api(tenth), await api(tenfold)];
  if (`${few.map((count) => 10 * count)}` !== `${many}`) {
    throw new Error(`${tenth.name}: ${many} is not ten times ${few}`);
  }
}
