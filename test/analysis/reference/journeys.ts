import { compareText } from "../../stats/plain-count.ts";
import type { PlainAction } from "./event.ts";
import { contains, type Matcher, matches } from "./matchers.ts";
import { divide, nearest } from "./numbers.ts";
import { compareLists } from "./order.ts";
import type { Population } from "./population.ts";
import { groupBy, visitsOf } from "./visitor-days.ts";

export interface Element {
  readonly type: "page" | "event" | "end";
  readonly value: string;
}

/** How the visits are walked. */
export interface Walk {
  readonly start?: Matcher | undefined;
  readonly direction: "forward" | "back";
  /** Whether custom events are elements. */
  readonly events: boolean;
}

const end: Element = { type: "end", value: "(end)" };

/**
 * Returns the elements of each visit in the order of the walk, the anchor first. Visits without an
 * element, or without the anchor, are left out.
 */
function walksOf({ days }: Population, walk: Walk): Element[][] {
  const { start, direction } = walk;
  return days.flatMap(visitsOf).flatMap((visit) => {
    const own = visit.filter(({ kind }) => kind === "pageview" || walk.events);
    // Of equal neighbours the first stands for all.
    const events = own.filter((event, nth) => !isSame(elementOf(event), elementOf(own[nth - 1])));
    const elements = events.map(elementOf);
    const first = direction === "forward" ? 0 : elements.length - 1;
    const anchor = start === undefined ? first : events.findIndex((event) => matches(event, start));
    if (elements.length === 0 || anchor === -1) return [];
    return [
      direction === "forward" ? elements.slice(anchor) : elements.slice(0, anchor + 1).toReversed(),
    ];
  });
}

function elementOf(event: PlainAction | undefined): Element {
  if (event === undefined) return end;
  const { kind, page, name } = event;
  return kind === "pageview" ? { type: "page", value: page } : { type: "event", value: name };
}

function isSame(a: Element, b: Element): boolean {
  return a.type === b.type && a.value === b.value;
}

/** Returns what comes next after the anchor and a path, and the number of visits that got there. */
export function journeysOf(
  population: Population,
  { path, search, ...walk }: Walk & { readonly path: readonly Element[]; readonly search: string },
) {
  const chosen = walksOf(population, walk)
    .map((elements) => (walk.start === undefined ? elements : elements.slice(1)))
    .filter((elements) => path.every((each, nth) => isSame(elements[nth] ?? end, each)));
  const visits = chosen.length;
  const next = chosen.map((elements) => elements[path.length] ?? end);
  const rows = [...groupBy(next, ({ type, value }) => `${type} ${value}`).values()]
    .flatMap((same) => same.slice(0, 1).map((element) => ({ ...element, visits: same.length })))
    .toSorted((a, b) => b.visits - a.visits || compareElements(a, b))
    .filter(({ value }) => contains(value, search))
    .map((row) => ({ ...row, share: nearest(divide(row.visits, visits)) }));
  return { rows, meta: { visits, depth: path.length } };
}

/** Returns the beginnings of the walks, up to so many elements. */
export function pathsOf(population: Population, { steps, ...walk }: Walk & { steps: number }) {
  const walks = walksOf(population, walk);
  const rows = [...groupBy(walks, (elements) => JSON.stringify(elements.slice(0, steps))).values()]
    .map((same) => ({
      path: same[0]?.slice(0, steps) ?? [],
      visits: same.length,
      share: nearest(divide(same.length, walks.length)),
      continued: same.filter(({ length }) => length > steps).length,
    }))
    .toSorted((a, b) => b.visits - a.visits || compareLists(a.path, b.path, compareElements));
  return { rows, meta: { visits: walks.length } };
}

function compareElements(a: Element, b: Element): number {
  const types = ["page", "event", "end"];
  return types.indexOf(a.type) - types.indexOf(b.type) || compareText(a.value, b.value);
}
