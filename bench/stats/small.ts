/** Measures the cost of a small website's report beyond a request that finds nothing. */
import { print, table } from "../report.ts";
import type { Question } from "./ask.ts";
import type { Bench } from "./bench.ts";
import { closedDays } from "./dataset.ts";
import { closedRange } from "./days.ts";
import { takeTurns } from "./turns.ts";
import { type Verdict, verdictOf } from "./verdicts.ts";

/**
 * Measures the API's answer for a small website among 200. Beside it stand the same query with a
 * search that finds nothing, and the query of a website without events.
 */
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
    const search = "nothing that is called like this";
    const empty = { ...small, websiteId: dataset.empty };
    const [found, nothing, none, groupBy, one] = await takeTurns(
      rounds,
      () => api(small),
      () => api({ ...small, search }),
      () => api(empty),
      () => direct(small),
      selectOne,
    );
    const ratio = found.p50Ms / nothing.p50Ms;
    ratios.set(name, ratio);
    const numbers = [found, nothing, none, groupBy, one].map(({ p50Ms }) => p50Ms);
    rows.push([name, ...[...numbers, ratio].map((value) => value.toFixed(2))]);
  }
  print(`\n${closedDays} closed days of the small website, p50 in ms`);
  const heads = ["API", "API, nothing found", "API, no events", "GROUP BY", "SELECT 1", "ratio"];
  print(table(["name", ...heads], rows));
  const wanted =
    "30 days of a small website: API at most 4 times the same with a search that finds nothing";
  return [verdictOf(wanted, ratios, { atMost: 4 })];
}
