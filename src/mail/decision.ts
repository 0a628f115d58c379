import type { Attempt } from "./attempts.ts";
import type { Period } from "./span.ts";

/** What is to be done about a report that is due. */
export type Decision =
  | { readonly kind: "begin"; readonly attempt: number }
  | { readonly kind: "wait" }
  /** Nothing any more. What the operator should know of it is in `reason`. */
  | { readonly kind: "settled"; readonly reason?: string };

const minuteMs = 60_000;
/** What is older is news to nobody. */
const daysLateMax: Readonly<Record<Period, number>> = { week: 3, month: 7 };
/** With the pauses between them they take a day. */
const attemptsMax = 14;
const pauseMsMax = 4 * 60 * minuteMs;
/** Longer than any attempt takes: who has begun it is gone. */
const abandonedAfterMs = 10 * minuteMs;

/** `past` is what is noted of this report's attempts, by whichever Footfall, oldest first. */
export function decide(
  { period, daysLate }: { readonly period: Period; readonly daysLate: number },
  past: readonly Attempt[],
  nowMs: number,
): Decision {
  if (past.some(({ state }) => state === "sent" || state === "unknown")) return { kind: "settled" };
  const last = past.at(-1);
  if (last !== undefined && !hasOutcome(last.attempt, past)) {
    if (nowMs < last.timeMs + abandonedAfterMs) return { kind: "wait" };
    return { kind: "settled", reason: "a report may have been sent, and is not sent again" };
  }
  if (daysLate > daysLateMax[period]) {
    return { kind: "settled", reason: "a report is too late, and is skipped" };
  }
  if (last === undefined) return { kind: "begin", attempt: 1 };
  if (last.attempt >= attemptsMax) {
    return { kind: "settled", reason: "a report was refused too often, and is given up" };
  }
  return nowMs < last.timeMs + pauseMs(last.attempt)
    ? { kind: "wait" }
    : { kind: "begin", attempt: last.attempt + 1 };
}

function hasOutcome(attempt: number, past: readonly Attempt[]): boolean {
  return past.some((each) => each.attempt === attempt && each.state !== "begun");
}

/** 1, 2, 4, … minutes. */
function pauseMs(attempt: number): number {
  return Math.min(minuteMs * 2 ** (attempt - 1), pauseMsMax);
}
