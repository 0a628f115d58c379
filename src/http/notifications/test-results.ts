import type { FastifyRequest } from "fastify";
import { actorOf, type Caller, may } from "../../access/rights.ts";
import { isoSeconds } from "../../base/calendar.ts";
import { mailKeyOf } from "../../definitions/alert.ts";
import type { TestResult } from "../../model/alert.ts";
import { deliveryProblem, deliveryProblems } from "../../model/delivery-problems.ts";
import type { LastResult as ShownResult } from "../../model/last-result.ts";
import { problemOf } from "../../notifications/deliveries/attempts.ts";
import { DeliveryFailed } from "../../notifications/deliveries/delivery-failed.ts";
import type { DeliveryKey } from "../../notifications/deliveries/delivery-key.ts";
import type { LastResult } from "../../notifications/deliveries/last-results.ts";
import { nameOfRecipient } from "../../notifications/deliveries/recipient.ts";
import { callerOf } from "../access/authentication.ts";
import type { LoginLimiter } from "../access/login-limiter.ts";
import type { Notifier } from "./notifier.ts";

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
 * Returns why a message did not reach a recipient, as a caller may know it. What the system or a
 * mail server says may have the host of a webhook, or the address of a person. It is for those who
 * see webhooks and people, for the recipient itself, and for whoever knows the address anyway.
 */
export function shownProblem(
  caller: Caller,
  { to, problem }: Pick<TestResult, "to" | "problem">,
  knownAddresses: readonly string[],
): string | null {
  if (problem === null || may(caller, "admin")) return problem;
  const found = deliveryProblems.read(problem);
  if (found !== undefined && !("host" in found.parts)) return problem;
  if (to.startsWith("webhook ")) return deliveryProblem("not_called");
  const isKnown = [...ownRecipients(caller), ...knownAddresses.map(mailKeyOf)].includes(to);
  return isKnown ? problem : deliveryProblem("not_mailed");
}

/** Returns the texts that stand for a caller as a recipient. */
function ownRecipients(caller: Caller): readonly string[] {
  if (caller.kind !== "person") return [];
  const { id, content } = caller.person;
  return [`person ${id}`, mailKeyOf(content.email)];
}

/** Sends a test, stores what became of it, and resolves with that as the API shows it. */
export async function runTest(
  notifier: Pick<Notifier, "noteTest">,
  test: DeliveryKey,
  send: () => Promise<unknown>,
): Promise<TestResult> {
  const error = await failureOf(send());
  await notifier.noteTest(test, error);
  const to = nameOfRecipient(test.recipient);
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

/** Returns what became of the last message, as the API shows it to a caller: see `shownProblem`. */
export function shownResultTo(
  caller: Caller,
  last: LastResult | undefined,
  knownAddresses: readonly string[],
): ShownResult | null {
  if (last === undefined) return null;
  const result = { to: last.failedFor, problem: last.problem };
  return shownResult({ ...last, problem: shownProblem(caller, result, knownAddresses) });
}
