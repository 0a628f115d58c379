import { median, percentile, table } from "../report.ts";
import type { Asked } from "./clients.ts";
import type { Cores, Measured } from "./measure.ts";

/** The measurements of one audience at one rate of events, one for each round. */
type Rounds = readonly Measured[];

const headTitles = ["who asks", "events/s", "today before"];

/** Returns the answers that the audiences got, and how old the numbers were. */
export function answersTable(measured: readonly Measured[]): string {
  const rows = grouped(measured)
    .filter(([first]) => first?.asked !== undefined)
    .map((rounds) => [...head(rounds), ...answerCells(rounds)]);
  const times = ["p50 ms", "p99 ms", "max ms", "refused", "failed", "age p50 ms", "age max ms"];
  return table([...headTitles, "answers/s", ...times], rows);
}

/** Returns the waiting of events and of the owner beside the audiences, and the processor time. */
export function othersTable(measured: readonly Measured[]): string {
  const all = grouped(measured);
  const rows = all.map((rounds) => {
    const rate = rounds[0]?.ratePerSecond;
    const alone = all.find(([first]) => first?.title === "nobody" && first.ratePerSecond === rate);
    return [
      ...head(rounds),
      ...(rate === 0 ? ["", "", ""] : eventCells(rounds, alone ?? [])),
      ...ownerCells(rounds),
      ...coreCells(rounds),
    ];
  });
  const events = ["event p50 ms", "event p99 ms", "to nobody's"];
  const owner = ["owner p50 ms", "owner p99 ms", "failed"];
  const cores = ["Footfall's cores", "ClickHouse's", "the events'", "the clients'"];
  return table([...headTitles, ...events, ...owner, ...cores], rows);
}

function head(rounds: Rounds): string[] {
  const [first] = rounds;
  if (first === undefined) return [];
  const eventsBefore = median(rounds.map((round) => round.eventsBefore));
  return [first.title, String(first.ratePerSecond), String(eventsBefore)];
}

function answerCells(rounds: Rounds): string[] {
  const asked = rounds.flatMap((round) => round.asked ?? []);
  const of = (key: "perSecond" | "p50Ms" | "p99Ms") => median(asked.map((each) => each[key]));
  const refused = asked.reduce((sum, each) => sum + each.refused, 0);
  const agesMs = rounds.flatMap((round) => round.agesMs);
  return [
    of("perSecond").toFixed(1),
    ms(of("p50Ms")),
    ms(of("p99Ms")),
    ms(Math.max(...asked.map(({ maxMs }) => maxMs))),
    String(refused),
    String(failuresOf(asked)),
    ...(agesMs.length === 0 ? ["", ""] : [50, 100].map((percent) => age(agesMs, percent))),
  ];
}

function eventCells(rounds: Rounds, alone: Rounds): string[] {
  const p99Ms = eventMs(rounds, "p99Ms");
  const ratio = p99Ms / eventMs(alone, "p99Ms");
  return [ms(eventMs(rounds, "p50Ms")), ms(p99Ms), ratio.toFixed(2)];
}

function ownerCells(rounds: Rounds): string[] {
  const timesMs = rounds.flatMap(({ owner }) => owner.timesMs);
  const failed = rounds.reduce((sum, { owner }) => sum + owner.failed, 0);
  return [ms(percentile(timesMs, 50)), ms(percentile(timesMs, 99)), String(failed)];
}

function coreCells(rounds: Rounds): string[] {
  const of = (key: keyof Cores) => median(rounds.map((round) => round.cores[key]));
  return [of("server"), of("engine"), of("events"), of("clients")].map((each) => each.toFixed(2));
}

/** Returns the measurements of each audience at each rate, in the order of the first round. */
function grouped(measured: readonly Measured[]): Rounds[] {
  const groups = new Map<string, Measured[]>();
  for (const each of measured) {
    const key = `${each.ratePerSecond} ${each.title}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

function eventMs(rounds: Rounds, key: "p50Ms" | "p99Ms"): number {
  return median(rounds.flatMap(({ load }) => load?.[key] ?? []));
}

function failuresOf(asked: readonly Asked[]): number {
  const counts = asked.flatMap(({ failures }) => Object.values(failures));
  return counts.reduce((sum, count) => sum + count, 0);
}

function age(agesMs: readonly number[], percent: number): string {
  return percentile(agesMs, percent).toFixed(0);
}

function ms(value: number): string {
  return value.toFixed(1);
}
