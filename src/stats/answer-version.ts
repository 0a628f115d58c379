import { spansOf } from "../counting/conditions.ts";
import type { Condition } from "../counting/filters.ts";
import { rollupDefinition } from "../rollups/rollup-sql.ts";
import type { DayState } from "./day-state.ts";

/**
 * Returns a text that stands for the events of these days, for how they are counted, and for the
 * conditions under which they are hidden.
 *
 * Only undoing an import takes events out of a day, and adds to its removals. So days with as many
 * events and removals have the same events. An answer of this version has these events and perhaps
 * newer ones, and lacks none: the states are read before anything is counted. A roll-up in them has
 * counted exactly their events, and a count from the events sees all that were there.
 */
export function versionOf(
  states: readonly DayState[],
  conditions: readonly Condition[] = [],
): string {
  const counts = states.map(({ date, events, removals, importId }) => {
    const removed = removals === 0 ? "" : ` ${removals} removals`;
    const imported = importId === undefined ? "" : ` import ${importId}`;
    return `${date} ${events}${removed}${imported}`;
  });
  const standing = conditions.length === 0 ? [] : [JSON.stringify(spansOf(conditions))];
  return [rollupDefinition(), ...standing, ...counts].join("\n");
}

/**
 * Returns the version of an answer to cached states whose events were counted again meanwhile. If
 * events came in between, the answer may have some of them, and nobody can tell which. Its version
 * combines both counts then, so it never matches again.
 */
export function versionBetween(
  cached: readonly DayState[],
  recounted: readonly DayState[],
  conditions?: readonly Condition[],
): string {
  const [before, after] = [versionOf(cached, conditions), versionOf(recounted, conditions)];
  return before === after ? after : `${before}\n\n${after}`;
}

/** Returns the version of an answer that consists of several. */
export function joinVersions(versions: readonly string[]): string {
  return JSON.stringify(versions);
}
