import { useState } from "preact/hooks";

import { refreshAnswers } from "./answer.ts";
import { Failure, type FieldErrors, toFailure } from "./failure.ts";

/** The state of what a form or a button sends. */
export interface Sending {
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  /** The errors of the fields; none without a failure. */
  readonly errors: FieldErrors;
  /** Whether the last request succeeded, and nothing was changed since. */
  readonly isDone: boolean;
  /** Waits for a request that was sent. */
  readonly wait: <T>(request: Promise<T>, onDone?: (answer: T) => void) => void;
  /** Ends `isDone`, as somebody changes the form. */
  readonly touch: () => void;
}

/**
 * Returns the state of a form, whose requests are sent one at a time. Afterwards everything that is
 * shown is fetched again, unless the request was no change (`stay`), or the page goes (`leave`): it
 * is busy until then.
 */
export function useSending(afterwards: "refresh" | "stay" | "leave" = "refresh"): Sending {
  const [state, setState] = useState<"ready" | "busy" | "done" | Failure>("ready");
  const wait: Sending["wait"] = (request, onDone) => {
    setState("busy");
    request.then(
      (answer) => {
        if (afterwards === "refresh") refreshAnswers();
        if (afterwards !== "leave") setState("done");
        onDone?.(answer);
      },
      (cause: unknown) => setState(toFailure(cause)),
    );
  };
  const failure = state instanceof Failure ? state : undefined;
  return {
    isBusy: state === "busy",
    failure,
    errors: failure?.fields ?? {},
    isDone: state === "done",
    wait,
    touch: () => setState((current) => (current === "done" ? "ready" : current)),
  };
}
