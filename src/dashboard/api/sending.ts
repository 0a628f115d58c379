import { useState } from "preact/hooks";

import { refreshAnswers } from "./answer.ts";
import { type Failure, toFailure } from "./failure.ts";

/** The state of a form's change. */
export interface Sending {
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  /** Waits for a change that was sent, and then fetches everything that is shown again. */
  readonly wait: <T>(change: Promise<T>, onDone: (answer: T) => void) => void;
}

/** Returns the state of a form, whose changes are sent one at a time. */
export function useSending(): Sending {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const wait: Sending["wait"] = (change, onDone) => {
    setBusy(true);
    change.then(
      (answer) => {
        refreshAnswers();
        setBusy(false);
        setFailure(undefined);
        onDone(answer);
      },
      (cause: unknown) => {
        setBusy(false);
        setFailure(toFailure(cause));
      },
    );
  };
  return { isBusy, failure, wait };
}
