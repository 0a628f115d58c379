import { compareText } from "../../stats/plain-count.ts";
import type { PlainAction, Props } from "./event.ts";

/**
 * Compares two events of a visitor's day: by time, page views before custom events, then by page,
 * name and props. Events that are equal in all of them are interchangeable.
 */
export function compareActions(a: PlainAction, b: PlainAction): number {
  return (
    a.timeMs - b.timeMs ||
    rankOf(a) - rankOf(b) ||
    compareText(a.page, b.page) ||
    compareText(a.name, b.name) ||
    compareLists(textsOf(a.props), textsOf(b.props), compareText)
  );
}

/** Compares two lists by their first items that differ; of two such lists the shorter is less. */
export function compareLists<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
): number {
  for (const [nth, item] of a.entries()) {
    const other = b[nth];
    if (other === undefined) return 1;
    const order = compare(item, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function rankOf({ kind }: PlainAction): number {
  return kind === "pageview" ? 0 : 1;
}

/** Returns the keys in order, each followed by its value. */
function textsOf(props: Props): string[] {
  return [...props].toSorted(([a], [b]) => compareText(a, b)).flat();
}
