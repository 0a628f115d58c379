import { randomUUID } from "node:crypto";
import { isoSeconds } from "../../base/calendar.ts";
import { deliveryProblem } from "../../base/delivery-problems.ts";
import { problemOf } from "../../deliveries/attempts.ts";
import { DeliveryFailed } from "../../deliveries/delivery-failed.ts";
import type { LastResult } from "../../deliveries/last-results.ts";
import type { TestResult } from "../../model/alert.ts";
import type { LastResult as ShownResult } from "../../model/last-result.ts";
import type { Notifier, TestMessage } from "./notifier.ts";

/** Returns the `about` of a test, which may be of an alert, for all of its recipients. */
export function aboutTest(alertId?: number): string {
  // Like that of the alert's messages, it begins with the id.
  return `${alertId ?? ""} test ${randomUUID()}`.trimStart();
}

/** Sends a test, stores what became of it, and resolves with that as the API shows it. */
export async function runTest(
  notifier: Pick<Notifier, "noteTest">,
  test: TestMessage,
  send: () => Promise<unknown>,
): Promise<TestResult> {
  const error = await failureOf(send());
  await notifier.noteTest(test, error);
  const { recipient: to } = test;
  return error === undefined
    ? { to, status: "sent", problem: null }
    : { to, status: "failed", problem: problemOf(error) };
}

/** Resolves with why something failed; undefined if it did not. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return error ?? new DeliveryFailed(deliveryProblem("unknown"));
  }
}

/** Returns what became of the last message, as the API shows it. */
export function shownResult(last: LastResult | undefined): ShownResult | null {
  if (last === undefined) return null;
  const { atMs, status, problem } = last;
  return { at: isoSeconds(atMs), status, problem };
}
