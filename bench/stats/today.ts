/** The day that is not over, of a website with many events in it. */
import { print, table } from "../report.ts";
import type { Bench } from "./bench.ts";
import { openRange } from "./days.ts";
import { rowsOf } from "./engine.ts";
import { compareNames } from "./names.ts";
import { type Verdict, verdictOf } from "./verdicts.ts";

export async function measureToday(bench: Bench): Promise<Verdict[]> {
  const today = openRange(bench.now, 1);
  if (today.to !== openRange(Date.now(), 1).to) throw new Error("today has become yesterday");
  print(`\ntoday, up to now\n${await partsTable(bench, today.to)}\n`);
  const { anew } = await compareNames(bench, bench.dataset.busy, today);
  const ratios = new Map([...anew].map(([name, ratio]) => [name, 1 / ratio]));
  const wanted = "today of a busy website: API at most half of GROUP BY";
  return [verdictOf(wanted, ratios, { atMost: 0.5 })];
}

/** The parts that hold the website's today, and what else is in them. */
async function partsTable({ client, dataset }: Bench, day: string): Promise<string> {
  const parts = await rowsOf<{ rows: number; today: number }>(
    client,
    `SELECT count() AS rows, countIf(website_id = ${dataset.busy}) AS today
    FROM events
    WHERE _partition_id = '${day.slice(0, 7).replace("-", "")}'
    GROUP BY _part
    HAVING today > 0
    ORDER BY today DESC`,
  );
  return table(
    ["part", "rows", "of the busy website"],
    parts.map(({ rows, today }, i) => [`${i + 1}`, `${rows}`, `${today}`]),
  );
}
