import type { Period } from "./report-period.ts";
import type { Attempt } from "./send-attempts.ts";

/** The next step for a report that is due. */
export type Decision =
  | { readonly kind: "begin"; readonly attempt: number }
  | { readonly kind: "wait" }
  /** The report needs no more work. `reason` is for the log. */
  | { readonly kind: "settled"; readonly reason?: string };

const minuteMs = 60_000;
/** Limits the delay. Later than this, a report is skipped. */
const daysLateMax: Readonly<Record<Period, number>> = { week: 3, month: 7 };
/** Limits the attempts. With the pauses between them they take a day. */
const attemptsMax = 14;
const pauseMsMax = 4 * 60 * minuteMs;
/** Exceeds the duration of any attempt. After it, the sender must have died. */
const abandonedAfterMs = 10 * minuteMs;

/** Decides about a report. `past` has all stored attempts of all processes, oldest first. */
export function decide(
  { period, daysLate }: { readonly period: Period; readonly daysLate: number },
  past: readonly Attempt[],
  nowMs: number,
): Decision {
  if (past.some(({ state }) => state === "sent" || state === "unknown")) return { kind: "settled" };
  const last = past.at(-1);
  if (last !== undefined && !hasOutcome(last.attempt, past)) {
    if (nowMs < last.timeMs + abandonedAfterMs) return { kind: "wait" };
    return { kind: "settled", reason: "a report may have been sent, so it is not sent again" };
  }
  if (daysLate > daysLateMax[period]) {
    return { kind: "settled", reason: "a report is too late, so it is skipped" };
  }
  if (last === undefined) return { kind: "begin", attempt: 1 };
  if (last.attempt >= attemptsMax) {
    return { kind: "settled", reason: "a report was refused too often, so it is given up" };
  }
  return nowMs < last.timeMs + pauseMs(last.attempt)
    ? { kind: "wait" }
    : { kind: "begin", attempt: last.attempt + 1 };
}

function hasOutcome(attempt: number, past: readonly Attempt[]): boolean {
  return past.some((each) => each.attempt === attempt && each.state !== "begun");
}

/** Returns 1, 2, 4, … minutes, up to the maximum. */
function pauseMs(attempt: number): number {
  return Math.min(minuteMs * 2 ** (attempt - 1), pauseMsMax);
}
