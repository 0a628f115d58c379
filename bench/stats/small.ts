/** What does a small website's report cost beyond a request that finds nothing? */
import { print, table } from "../report.ts";
import type { Question } from "./ask.ts";
import type { Bench } from "./bench.ts";
import { closedDays } from "./dataset.ts";
import { closedRange } from "./days.ts";
import { takeTurns } from "./turns.ts";
import { type Verdict, verdictOf } from "./verdicts.ts";

/** The API's answer for a small website among 200, and for a website that never had an event. */
export async function measureSmall({
  sides,
  dataset,
  now,
  names,
  rounds,
}: Bench): Promise<Verdict[]> {
  const { api, direct, selectOne } = sides;
  const ratios = new Map<string, number>();
  const rows: string[][] = [];
  for (const name of names) {
    const small: Question = { name, websiteId: dataset.small, ...closedRange(now, closedDays) };
    const empty = { ...small, websiteId: dataset.empty };
    const [found, nothing, groupBy, one] = await takeTurns(
      rounds,
      () => api(small),
      () => api(empty),
      () => direct(small),
      selectOne,
    );
    const ratio = found.p50Ms / nothing.p50Ms;
    ratios.set(name, ratio);
    const numbers = [found.p50Ms, nothing.p50Ms, ratio, groupBy.p50Ms, one.p50Ms];
    rows.push([name, ...numbers.map((value) => value.toFixed(2))]);
  }
  print(`\n${closedDays} closed days of the small website, p50 in ms`);
  print(table(["name", "API", "API, no events", "ratio", "GROUP BY", "SELECT 1"], rows));
  const wanted =
    "30 days of a small website: API at most 4 times the same of a website without events";
  return [verdictOf(wanted, ratios, { atMost: 4 })];
}
