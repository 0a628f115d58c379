import { expect, test } from "vitest";
import type { Attempt } from "../../../src/notifications/deliveries/attempts.ts";
import { reportMailKey } from "../../../src/notifications/deliveries/delivery-key.ts";
import {
  decide,
  mailSchedule,
  webhookSchedule,
} from "../../../src/notifications/deliveries/next-attempt.ts";
import { byMail } from "../../../src/notifications/deliveries/recipient.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const due = { schedule: mailSchedule, isTooLate: false };
const call = { schedule: webhookSchedule, isTooLate: false };

function attemptWith(attempt: number, status: Attempt["status"], timeMs: number): Attempt {
  return {
    ...reportMailKey({ websiteId: 7, period: "week", from: "2025-11-10" }, byMail("a@b.test")),
    attempt,
    status,
    sender: "",
    answer: "",
    timeMs,
  };
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

test("what is too late is not begun", () => {
  expect(decide({ ...due, isTooLate: true }, [], 0)).toMatchObject({ kind: "settled" });
});

test.each(["sent", "unknown"] as const)("a report that is %s is settled, late or not", (state) => {
  const past = [attemptWith(1, "begun", 0), attemptWith(1, state, 0)];

  expect(decide({ ...due, isTooLate: true }, past, hourMs)).toEqual({ kind: "settled" });
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

test("a webhook is called again after 1, 5 and 30 minutes, and then given up", () => {
  const past: Attempt[] = [];
  const triedMs: number[] = [];
  for (let nowMs = 0; nowMs < 2 * hourMs; nowMs += minuteMs) {
    const decision = decide(call, past, nowMs);
    if (decision.kind !== "begin") continue;
    triedMs.push(nowMs);
    past.push(attemptWith(decision.attempt, "begun", nowMs));
    past.push(attemptWith(decision.attempt, "refused", nowMs));
  }

  expect(triedMs.map((ms) => ms / minuteMs)).toEqual([0, 1, 6, 36]);
  expect(decide(call, past, 3 * hourMs).kind).toBe("settled");
});

test("a call that nobody knows the outcome of is made again, as it has an id", () => {
  const begun = [attemptWith(1, "begun", 0)];

  expect(decide(call, begun, minuteMs - 1)).toEqual({ kind: "wait" });
  expect(decide(call, begun, minuteMs)).toEqual({ kind: "begin", attempt: 2 });
});
