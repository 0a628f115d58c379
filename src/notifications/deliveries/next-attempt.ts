import type { Attempt } from "./attempts.ts";

/** How often, and how late, a delivery is attempted. */
export interface Schedule {
  readonly attemptsMax: number;
  /** Returns the pause after a failed attempt. */
  readonly pauseMs: (attempt: number) => number;
  /** Exceeds the duration of any attempt. After it, the sender must have died. */
  readonly abandonedAfterMs: number;
  /** Whether an attempt that nobody knows the outcome of may be repeated. */
  readonly repeatsUnknown: boolean;
}

/** The next step for a delivery that is due. */
export type Decision =
  | { readonly kind: "begin"; readonly attempt: number }
  | { readonly kind: "wait" }
  /** The delivery needs no more work. `reason` is for the log. */
  | { readonly kind: "settled"; readonly reason?: string };

const minuteMs = 60_000;
const mailPauseMsMax = 4 * 60 * minuteMs;

/** A mail that comes twice is a nuisance: in doubt, it is not sent again. */
export const mailSchedule: Schedule = {
  // With the pauses between them they take a day: 1, 2, 4, … minutes, up to the maximum.
  attemptsMax: 14,
  pauseMs: (attempt) => Math.min(minuteMs * 2 ** (attempt - 1), mailPauseMsMax),
  abandonedAfterMs: 10 * minuteMs,
  repeatsUnknown: false,
};

/** A receiver knows a repeated delivery by its id: in doubt, it gets it again. */
export const webhookSchedule: Schedule = {
  attemptsMax: 4,
  pauseMs: (attempt) => ([1, 5, 30][attempt - 1] ?? 30) * minuteMs,
  abandonedAfterMs: minuteMs,
  repeatsUnknown: true,
};

/** Decides about a delivery. `past` has all stored attempts of all processes, oldest first. */
export function decide(
  { schedule, isTooLate }: { readonly schedule: Schedule; readonly isTooLate: boolean },
  past: readonly Attempt[],
  nowMs: number,
): Decision {
  const { attemptsMax, pauseMs, abandonedAfterMs, repeatsUnknown } = schedule;
  const isOver = ({ status }: Attempt) =>
    status === "sent" || (status === "unknown" && !repeatsUnknown);
  if (past.some(isOver)) return { kind: "settled" };
  const last = past.at(-1);
  if (last !== undefined && !hasOutcome(last.attempt, past)) {
    if (nowMs < last.timeMs + abandonedAfterMs) return { kind: "wait" };
    if (!repeatsUnknown) {
      return { kind: "settled", reason: "a message may have been sent, so it is not sent again" };
    }
  }
  if (isTooLate) return { kind: "settled", reason: "a message is too late, so it is skipped" };
  if (last === undefined) return { kind: "begin", attempt: 1 };
  if (last.attempt >= attemptsMax) {
    return { kind: "settled", reason: "a message was refused too often, so it is given up" };
  }
  return nowMs < last.timeMs + pauseMs(last.attempt)
    ? { kind: "wait" }
    : { kind: "begin", attempt: last.attempt + 1 };
}

function hasOutcome(attempt: number, past: readonly Attempt[]): boolean {
  return past.some((each) => each.attempt === attempt && each.status !== "begun");
}
