/** Each name over a range of days, cold and warm, from the API and by the straightforward GROUP BY. */
import { median, print, table } from "../report.ts";
import { checkSame, type Question, type Side } from "./ask.ts";
import type { Bench } from "./bench.ts";
import { closedDays } from "./dataset.ts";
import { closedRange, type Range } from "./days.ts";
import { dropCaches, leastOf, type Read } from "./engine.ts";
import { type Times, takeTurns, timeMs } from "./turns.ts";
import { type Ratios, type Verdict, verdictOf } from "./verdicts.ts";

const coldMsMax = 500;

interface Cell extends Times, Read {
  readonly coldMs: number;
}

/** Closed days of the large website and of a small one. */
export async function measureNames(bench: Bench, ranges: readonly number[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const days of ranges) {
    for (const site of ["large", "small"] as const) {
      print(`\n${days} closed days of the ${site} website`);
      const range = closedRange(bench.now, days);
      const { anew, again } = await compareNames(bench, bench.dataset[site], range);
      if (days === closedDays && site === "large") {
        const wanted = `${days} closed days of the large website: API at least 50 times faster than GROUP BY`;
        verdicts.push(
          verdictOf(`${wanted}, counted anew`, anew, { atLeast: 50 }),
          verdictOf(`${wanted}, asked again`, again, { atLeast: 50 }),
        );
      }
    }
  }
  return verdicts;
}

/**
 * Prints a table; returns how many times the GROUP BY's p50 is the API's, counted anew and asked again. Where events come in
 * meanwhile, no two answers need be the same.
 */
export async function compareNames(
  bench: Bench,
  websiteId: number,
  range: Range,
  { isStill = true } = {},
): Promise<{ anew: Ratios; again: Ratios }> {
  const rows: string[][] = [];
  const ratios = { anew: new Map<string, number>(), again: new Map<string, number>() };
  for (const name of bench.names) {
    const question: Question = { name, websiteId, ...range };
    const mayBeEmpty = websiteId === bench.dataset.small;
    if (isStill) await checkSame(bench.sides, question, { mayBeEmpty });
    const { api, again, direct } = await measureCells(bench, question);
    const [timesAnew, timesAgain] = [direct.p50Ms / api.p50Ms, direct.p50Ms / again.p50Ms];
    ratios.anew.set(name, timesAnew);
    ratios.again.set(name, timesAgain);
    const ofAgain = [again.p50Ms.toFixed(2), again.p99Ms.toFixed(2)];
    const times = [timesAnew.toFixed(1), timesAgain.toFixed(0)];
    rows.push([name, ...cells(api), ...ofAgain, ...cells(direct), ...times]);
  }
  const head = ["cold", "p50", "p99", "rows", "MB"];
  const headsOf = (side: string, head: readonly string[]) => head.map((each) => `${side} ${each}`);
  const heads = [
    ...headsOf("API", head),
    ...headsOf("again", ["p50", "p99"]),
    ...headsOf("GROUP BY", head),
  ];
  print(table(["ms", ...heads, "times faster", "again"], rows));
  return ratios;
}

async function measureCells(
  bench: Bench,
  question: Question,
): Promise<{ api: Cell; again: Times; direct: Cell }> {
  const { api, again, direct } = bench.sides;
  const coldApi = await coldly(bench, question, api);
  const coldDirect = await coldly(bench, question, direct);
  const [warmApi, warmAgain, warmDirect] = await takeTurns(
    bench.rounds,
    () => api(question),
    () => again(question),
    () => direct(question),
  );
  return {
    api: { ...coldApi, ...warmApi },
    again: warmAgain,
    direct: { ...coldDirect, ...warmDirect },
  };
}

/** First requests after caches were emptied, one a round unless they are slow, and the least that they read. */
async function coldly(
  { client, readBy, rounds }: Bench,
  question: Question,
  side: Side,
): Promise<Read & { coldMs: number }> {
  const times: number[] = [];
  const reads: Read[] = [];
  const end = performance.now() + coldMsMax;
  do {
    await dropCaches(client);
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
