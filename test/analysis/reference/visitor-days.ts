import type { PlainAction } from "./event.ts";
import { compareActions } from "./order.ts";

/** A visitor's day with all its events. */
export interface VisitorDay {
  readonly day: string;
  /** Page views and custom events, in their order; at least one. */
  readonly events: readonly PlainAction[];
  readonly engagement: readonly PlainAction[];
}

const pauseMs = 30 * 60_000;

/** Returns the days of visitors. Days with nothing but engagement events are none. */
export function visitorDaysOf(events: readonly PlainAction[]): VisitorDay[] {
  return [...groupBy(events, ({ day, visitor }) => `${day} ${visitor}`).values()]
    .map((own) => ({
      day: own[0]?.day ?? "",
      events: own.filter(({ kind }) => kind !== "engagement").toSorted(compareActions),
      engagement: own.filter(({ kind }) => kind === "engagement"),
    }))
    .filter(({ events }) => events.length > 0);
}

/** Returns the visits of a day: a pause of half an hour ends one. */
export function visitsOf({ events }: VisitorDay): PlainAction[][] {
  const visits: PlainAction[][] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const event of events) {
    if (event.timeMs - lastMs >= pauseMs) visits.push([]);
    visits.at(-1)?.push(event);
    lastMs = event.timeMs;
  }
  return visits;
}

/** Returns the items by their key. */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
