/**
 * Measures questions about closed days that Footfall has never been asked, so it knows nothing of
 * their days yet. Beside them is `SELECT 1`, sent to ClickHouse over the same HTTP client.
 */
import { median, print, table } from "../report.ts";
import type { Question } from "./ask.ts";
import type { Bench } from "./bench.ts";
import { closedDays } from "./dataset.ts";
import { closedRange, dayMs, isoDay, openRange, type Range } from "./days.ts";
import { timeMs, timesOf } from "./turns.ts";

const clients = 32;
/** Ranges of one website; more would reach into months in which no website has events. */
const rangesMax = 20;
const askedBefore = 5;

/** Measures one client at the large website, and 32 at the small ones. */
export async function measureFirst(bench: Bench, seconds: number): Promise<void> {
  await measureOne(bench);
  await measureMany(bench, seconds);
}

/**
 * Returns a range of the same days with events as `closedRange`, and some empty days before: the
 * first days of websites that are older lie outside.
 */
function freshRange({ now }: Bench, nth: number): Range {
  const { from, to } = closedRange(now, closedDays);
  return { from: isoDay(Date.parse(from) / dayMs - 1 - nth), to };
}

async function measureOne(bench: Bench): Promise<void> {
  const { sides, dataset, now, names, rounds } = bench;
  const { api, selectOne } = sides;
  const ask = (name: Question["name"], range: Range) =>
    timeMs(() => api({ name, websiteId: dataset.large, ...range }));
  const oneMs: number[] = [];
  const firstMs = new Map<string, number[]>(names.map((name) => [name, []]));
  const todayMs = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let nth = 0; nth < askedBefore; nth += 1) {
    for (const name of names) await ask(name, openRange(now, closedDays));
    await selectOne();
  }
  for (let nth = 0; nth < rangesMax; nth += 1) {
    const name = names[nth % names.length];
    if (name === undefined) return;
    for (let i = 0; i < rounds; i += 1) oneMs.push(await timeMs(selectOne));
    firstMs.get(name)?.push(await ask(name, freshRange(bench, nth)));
    todayMs.get(name)?.push(await ask(name, openRange(now, 1)));
  }
  const one = median(oneMs);
  print(`\n${closedDays} closed days of the large website for the first time, and today again`);
  print(`p50 in ms; SELECT 1 takes ${one.toFixed(2)}`);
  const rows = [...firstMs].map(([name, times]) => [name, times, todayMs.get(name) ?? []] as const);
  const all = ["all", [...firstMs.values()].flat(), [...todayMs.values()].flat()] as const;
  const cells = [...rows, all].map(([name, first, today]) => [
    name,
    `${first.length}`,
    median(first).toFixed(2),
    (median(first) / one).toFixed(1),
    median(today).toFixed(2),
  ]);
  print(table(["name", "questions", "closed", "to SELECT 1", "today"], cells));
}

async function measureMany(bench: Bench, seconds: number): Promise<void> {
  const { sides, dataset, names } = bench;
  const timesMs: number[] = [];
  let asked = 0;
  const start = performance.now();
  const loop = async () => {
    while (performance.now() - start < seconds * 1000) {
      const websiteId = dataset.smalls[asked % dataset.smalls.length];
      const nth = Math.floor(asked / dataset.smalls.length);
      const name = names[asked % names.length];
      asked += 1;
      if (websiteId === undefined || name === undefined || nth >= rangesMax) return;
      const question = { name, websiteId, ...freshRange(bench, nth) };
      timesMs.push(await timeMs(() => sides.api(question)));
    }
  };
  await Promise.all(Array.from({ length: clients }, loop));
  const perSecond = timesMs.length / ((performance.now() - start) / 1000);
  const { p50Ms, p99Ms } = timesOf(timesMs);
  print(`\n${closedDays} closed days of ${dataset.smalls.length} websites for the first time`);
  const cells = [`${clients}`, perSecond.toFixed(1), p50Ms.toFixed(1), p99Ms.toFixed(1)];
  print(table(["clients", "answers/s", "p50 ms", "p99 ms"], [cells]));
}
