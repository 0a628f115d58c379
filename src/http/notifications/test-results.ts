import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { actorOf, type Caller, may } from "../../access/rights.ts";
import { isoSeconds } from "../../base/calendar.ts";
import { deliveryProblem, deliveryProblems } from "../../base/delivery-problems.ts";
import { problemOf } from "../../deliveries/attempts.ts";
import { DeliveryFailed } from "../../deliveries/delivery-failed.ts";
import type { LastResult } from "../../deliveries/last-results.ts";
import type { TestResult } from "../../model/alert.ts";
import type { LastResult as ShownResult } from "../../model/last-result.ts";
import { callerOf } from "../access/authentication.ts";
import type { LoginLimiter } from "../access/login-limiter.ts";
import type { Notifier, TestMessage } from "./notifier.ts";

/** Returns the `about` of a test, which may be of an alert, for all of its recipients. */
export function aboutTest(alertId?: number): string {
  // Like that of the alert's messages, it begins with the id.
  return `${alertId ?? ""} test ${randomUUID()}`.trimStart();
}

/**
 * Counts messages that a caller sends to try something out. Rejects with `Problem`
 * TOO_MANY_ATTEMPTS if there were too many within the hour.
 */
export async function countTests(
  request: FastifyRequest,
  limiter: Pick<LoginLimiter, "countAttempt">,
  number = 1,
): Promise<void> {
  const { kind, id } = actorOf(callerOf(request));
  for (let i = 0; i < number; i += 1) await limiter.countAttempt("test", `${kind} ${id}`);
}

/**
 * Returns why a message did not reach a recipient, as a caller may know it: the host of a webhook,
 * and what the system says of it, is for those who see webhooks.
 */
export function shownProblem(
  caller: Caller,
  recipient: string,
  problem: string | null,
): string | null {
  if (problem === null || !recipient.startsWith("webhook ") || may(caller, "admin")) return problem;
  const found = deliveryProblems.read(problem);
  return found === undefined || "host" in found.parts ? deliveryProblem("not_called") : problem;
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
  if (error === undefined) return { to, status: "sent", problem: null };
  return { to, status: "failed", problem: problemOf(error) };
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
