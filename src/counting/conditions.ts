import { createHash } from "node:crypto";
import type { Condition } from "./filters.ts";

/** The standing conditions of the websites that have some that are on. */
export type ConditionsByWebsite = ReadonlyMap<number, readonly Condition[]>;

/** The key of days on which no condition stands. */
export const noConditions = "0";

/** Some days, and what stands for the conditions on them. */
export interface ConditionSpan {
  /** The first of the days, `YYYY-MM-DD`; "" if there is none. The last is before the next span. */
  readonly from: string;
  /** A number of 64 bits, as text, that is another one under other conditions. */
  readonly key: string;
}

const spans = new WeakMap<readonly Condition[], readonly ConditionSpan[]>();

/** Returns the spans of days with the same conditions, the earliest first. */
export function spansOf(conditions: readonly Condition[]): readonly ConditionSpan[] {
  const known = spans.get(conditions) ?? readSpans(conditions);
  spans.set(conditions, known);
  return known;
}

function readSpans(conditions: readonly Condition[]): readonly ConditionSpan[] {
  const begins = [...new Set(["", ...conditions.map(({ from }) => from)])].sort();
  return begins.map((from) => ({ from, key: keyOf(conditionsOn(conditions, from)) }));
}

/** Returns the conditions that stand on a day. */
export function conditionsOn(conditions: readonly Condition[], date: string): readonly Condition[] {
  return conditions.filter(({ from }) => from <= date);
}

/** Returns the key of a day: roll-ups note it, and hold for no other. */
export function keyOn(conditions: readonly Condition[], date: string): string {
  if (conditions.length === 0) return noConditions;
  return spansOf(conditions).findLast(({ from }) => from <= date)?.key ?? noConditions;
}

function keyOf(conditions: readonly Condition[]): string {
  if (conditions.length === 0) return noConditions;
  // Which of them comes first makes no difference, nor does the day from which one stands.
  const texts = conditions.map(({ filters }) => JSON.stringify(filters)).sort();
  const hash = createHash("sha256").update(JSON.stringify(texts));
  return hash.digest().readBigUInt64BE().toString();
}
