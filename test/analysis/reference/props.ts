import type { PlainAction } from "./event.ts";
import { divide, type Exact, exact, rounded, sumOf, whole } from "./numbers.ts";
import type { Population } from "./population.ts";
import { revenueOf } from "./revenue-sums.ts";
import type { Ranked } from "./rows.ts";
import { groupBy } from "./visitor-days.ts";

/** An event, with what tells its visitor's day from others. */
type Owned = readonly [owner: number, event: PlainAction];

/** Returns the events of a name, `pageview` included; of all names if it is undefined. */
function eventsOf({ days }: Population, name: string | undefined): Owned[] {
  return days.flatMap(({ events }, owner) =>
    events
      .filter((event) => name === undefined || event.name === name)
      .map((event): Owned => [owner, event]),
  );
}

function visitorsOf(events: readonly Owned[]): number {
  return new Set(events.map(([owner]) => owner)).size;
}

/** Returns the keys that events carry. */
export function propRows(population: Population, event: string | undefined): Ranked[] {
  const carried = eventsOf(population, event).flatMap((own) =>
    [...own[1].props].map(([key, value]) => ({ key, value, own })),
  );
  return [...groupBy(carried, ({ key }) => key)].map(([key, uses]) => {
    const visitors = visitorsOf(uses.map(({ own }) => own));
    const values = new Set(uses.map(({ value }) => value)).size;
    return {
      text: key,
      row: { key, events: uses.length, visitors, values },
      keys: { events: whole(uses.length), visitors: whole(visitors), values: whole(values) },
    };
  });
}

export interface PropQuestion {
  readonly key: string;
  readonly event?: string | undefined;
  /** Whether events without the key count as `(none)`. */
  readonly none: boolean;
}

/** Returns the values that events have under a key. */
export function propValueRows(
  population: Population,
  { key, event, none }: PropQuestion,
): Ranked[] {
  const events = eventsOf(population, event).filter(([, { props }]) => none || props.has(key));
  const shownValue = ([, { props }]: Owned) => props.get(key) ?? "(none)";
  return [...groupBy(events, shownValue)].map(([value, own]) => {
    const visitors = visitorsOf(own);
    const revenue = revenueOf(own.map(([, each]) => each));
    return {
      text: value,
      row: { value, count: own.length, visitors, revenue },
      keys: { count: whole(own.length), visitors: whole(visitors) },
    };
  });
}

const digits = 9;

/** Returns the numbers among the values under a key, one for each event. */
export function propNumbers(
  population: Population,
  { key, event }: Pick<PropQuestion, "key" | "event">,
): Record<"count" | "sum" | "min" | "max" | "mean", Exact | number | null> {
  const units = eventsOf(population, event)
    .map(([, { props }]) => props.get(key) ?? "")
    .filter((value) => /^-?\d{1,20}(\.\d{1,9})?$/.test(value))
    .map((value) => {
      const [whole = "", fraction = ""] = value.split(".");
      return BigInt(`${whole}${fraction.padEnd(digits, "0")}`);
    });
  if (units.length === 0) return { count: 0, sum: null, min: null, max: null, mean: null };
  const total = sumOf(units);
  const sorted = units.toSorted((a, b) => (a < b ? -1 : 1));
  return {
    count: units.length,
    sum: exact(total, digits),
    min: exact(sorted[0] ?? 0n, digits),
    max: exact(sorted.at(-1) ?? 0n, digits),
    mean: rounded(divide(total, BigInt(units.length) * 10n ** BigInt(digits)), digits),
  };
}
