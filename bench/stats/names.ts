/**
 * Measures each dimension over a range of days, cold and warm, from the API and by the
 * straightforward GROUP BY.
 */
import { median, print, table } from "../report.ts";
import { checkSame, type Question, type Side } from "./ask.ts";
import type { Bench } from "./bench.ts";
import { closedDays } from "./dataset.ts";
import { closedRange, type Range } from "./days.ts";
import { dropFileCache, leastOf, type Read } from "./engine.ts";
import { type Times, takeTurns, timeMs } from "./turns.ts";
import { type Ratios, type Verdict, verdictOf } from "./verdicts.ts";

const coldMsMax = 500;

interface Cell extends Times, Read {
  readonly coldMs: number;
}

/** Measures closed days of the large website and of a small one. */
export async function measureNames(bench: Bench, ranges: readonly number[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const days of ranges) {
    for (const site of ["large", "small"] as const) {
      print(`\n${days} closed days of the ${site} website`);
      const range = closedRange(bench.now, days);
      const ratios = await compareNames(bench, bench.dataset[site], range);
      if (days === closedDays && site === "large") {
        const wanted = `${days} closed days of the large website: API at least 50 times faster than GROUP BY`;
        verdicts.push(verdictOf(wanted, ratios, { atLeast: 50 }));
      }
    }
  }
  return verdicts;
}

/**
 * Prints a table. Returns the ratio of the GROUP BY's p50 to the API's, by dimension. If events
 * come in meanwhile, two answers may differ.
 */
export async function compareNames(
  bench: Bench,
  websiteId: number,
  range: Range,
  { isStill = true } = {},
): Promise<Ratios> {
  const rows: string[][] = [];
  const ratios = new Map<string, number>();
  for (const name of bench.names) {
    const question: Question = { name, websiteId, ...range };
    const mayBeEmpty = websiteId === bench.dataset.small;
    if (isStill) await checkSame(bench.sides, question, { mayBeEmpty });
    const { api, direct } = await measureCells(bench, question);
    const ratio = direct.p50Ms / api.p50Ms;
    ratios.set(name, ratio);
    rows.push([name, ...cells(api), ...cells(direct), ratio.toFixed(1)]);
  }
  const head = ["cold", "p50", "p99", "rows", "MB"];
  const headsOf = (side: string, head: readonly string[]) => head.map((each) => `${side} ${each}`);
  const heads = [...headsOf("API", head), ...headsOf("GROUP BY", head)];
  print(table(["ms", ...heads, "times faster"], rows));
  return ratios;
}

async function measureCells(
  bench: Bench,
  question: Question,
): Promise<{ api: Cell; direct: Cell }> {
  const { api, direct } = bench.sides;
  const coldApi = await coldly(bench, question, api);
  const coldDirect = await coldly(bench, question, direct);
  const [warmApi, warmDirect] = await takeTurns(
    bench.rounds,
    () => api(question),
    () => direct(question),
  );
  return {
    api: { ...coldApi, ...warmApi },
    direct: { ...coldDirect, ...warmDirect },
  };
}

/**
 * Sends first requests after the file cache was emptied, one a round unless they are slow. Resolves
 * with their median time, and the least that they read.
 */
async function coldly(
  { readBy, rounds }: Bench,
  question: Question,
  side: Side,
): Promise<Read & { coldMs: number }> {
  const times: number[] = [];
  const reads: Read[] = [];
  const end = performance.now() + coldMsMax;
  do {
    await dropFileCache();
    reads.push(await readBy(async () => times.push(await timeMs(() => side(question)))));
  } while (times.length < rounds && performance.now() < end);
  return { coldMs: median(times), ...leastOf(reads) };
}

function cells({ coldMs, p50Ms, p99Ms, rows, bytes }: Cell): string[] {
  return [
    coldMs.toFixed(1),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    `${rows}`,
    (bytes / 1e6).toFixed(2),
  ];
}
