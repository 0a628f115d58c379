import { expect, test } from "vitest";
import { decide } from "../../src/mail/next-attempt.ts";
import type { Attempt } from "../../src/mail/send-attempts.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const due = { period: "week", daysLate: 0 } as const;

function attemptWith(attempt: number, state: Attempt["state"], timeMs: number): Attempt {
  return { websiteId: 7, period: "week", from: "2025-11-10", attempt, state, sender: "", timeMs };
}

test("a report that is refused again and again is tried 14 times in about a day, then given up", () => {
  const past: Attempt[] = [];
  const triedMs: number[] = [];
  let nowMs = 0;
  let decision = decide(due, past, nowMs);
  while (decision.kind !== "settled") {
    if (decision.kind === "begin") {
      triedMs.push(nowMs);
      past.push(attemptWith(decision.attempt, "begun", nowMs));
      past.push(attemptWith(decision.attempt, "refused", nowMs));
    }
    nowMs += minuteMs;
    decision = decide(due, past, nowMs);
  }

  expect(triedMs.slice(0, 6).map((ms) => ms / minuteMs)).toEqual([0, 1, 3, 7, 15, 31]);
  expect(triedMs.length).toBe(14);
  expect((triedMs.at(-1) ?? 0) / hourMs).toBeGreaterThan(23);
  expect((triedMs.at(-1) ?? 0) / hourMs).toBeLessThan(26);
  expect(decision).toEqual({
    kind: "settled",
    reason: expect.stringContaining("refused too often"),
  });
});

test.each([
  ["week", 3, "begin"],
  ["week", 4, "settled"],
  ["month", 7, "begin"],
  ["month", 8, "settled"],
] as const)("the report of a %s is %i days late: %s", (period, daysLate, kind) => {
  expect(decide({ period, daysLate }, [], 0).kind).toBe(kind);
});

test.each(["sent", "unknown"] as const)("a report that is %s is settled, late or not", (state) => {
  const past = [attemptWith(1, "begun", 0), attemptWith(1, state, 0)];

  expect(decide({ period: "week", daysLate: 6 }, past, hourMs)).toEqual({ kind: "settled" });
});

test("what somebody has begun is waited for, for ten minutes, then left alone", () => {
  const past = [
    attemptWith(1, "begun", 0),
    attemptWith(1, "refused", 0),
    attemptWith(2, "begun", hourMs),
  ];

  expect(decide(due, past, hourMs + 10 * minuteMs - 1)).toEqual({ kind: "wait" });
  expect(decide(due, past, hourMs + 10 * minuteMs)).toMatchObject({ kind: "settled" });
});
