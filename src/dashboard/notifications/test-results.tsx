import { useState } from "preact/hooks";
import type { TestResult } from "../../model/alert.ts";

import { refreshAnswers } from "../api/answer.ts";
import { explainForm, type Failure, problemInWords, toFailure } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { notificationsWords as words } from "../words/notifications.ts";

/** The outcome of a test for one recipient, in words. */
export type Outcome = Pick<TestResult, "to" | "problem">;

/** Resolves with the outcome that the server tells. */
export async function outcomeOf({ to, problem }: TestResult): Promise<Outcome> {
  return { to, problem: problem && (await problemInWords(problem)) };
}

type TestState = "none" | "busy" | readonly Outcome[] | Failure;

/** Returns the state of a test, and what runs one. */
export function useTest(): {
  readonly state: TestState;
  readonly run: (test: () => Promise<readonly Outcome[]>) => void;
} {
  const [state, setState] = useState<TestState>("none");
  const run = (test: () => Promise<readonly Outcome[]>) => {
    setState("busy");
    test().then(
      (outcomes) => {
        setState(outcomes);
        refreshAnswers();
      },
      (cause: unknown) => setState(toFailure(cause)),
    );
  };
  return { state, run };
}

/** Sends a report now. A refusal is an outcome, so that other addresses get theirs. */
export async function sendTest(path: string, body: object = {}, to?: string): Promise<Outcome> {
  try {
    const answer = await sendJson<{ data: TestResult }>("POST", `${path}/test`, body);
    if (answer === undefined) return { to: to ?? words.toMe, problem: null };
    const outcome = await outcomeOf(answer.data);
    return { ...outcome, to: to ?? outcome.to.replace(/^mail /, "") };
  } catch (cause) {
    const failure = toFailure(cause);
    if (failure.code !== "VALIDATION") throw failure;
    return { to: to ?? words.toMe, problem: explainForm(failure) };
  }
}

interface TestButtonProps {
  readonly state: TestState;
  /** The name of what is tested, for those who do not see it beside the button. */
  readonly name?: string;
  readonly isQuiet?: boolean;
  readonly onTest: () => void;
}

export function TestButton({ state, name, isQuiet = false, onTest }: TestButtonProps) {
  return (
    <button
      class={isQuiet ? "quiet-button" : "button"}
      type="button"
      aria-label={name === undefined ? undefined : words.sendNamed(name)}
      // The focus stays on it.
      aria-disabled={state === "busy"}
      onClick={() => {
        if (state !== "busy") onTest();
      }}
    >
      {words.send}
    </button>
  );
}

interface TestResultsProps {
  readonly state: TestState;
  /** Returns a recipient of the API in words. */
  readonly nameOf?: (to: string) => string;
}

/** Says what became of a test for each recipient. */
export function TestResults({ state, nameOf = (to) => to }: TestResultsProps) {
  const outcomes = Array.isArray(state) ? (state as readonly Outcome[]) : [];
  const failure = state instanceof Error ? state : undefined;
  return (
    <div class="test-results" role="status">
      {state === "busy" && <p class="hint">{words.sending}</p>}
      {failure && <p class="error">{explainForm(failure)}</p>}
      {outcomes.map(({ to, problem }) => (
        <p key={to} class={problem === null ? "sent" : "error"}>
          {problem === null ? words.sent(nameOf(to)) : words.notSent(nameOf(to), problem)}
        </p>
      ))}
    </div>
  );
}
