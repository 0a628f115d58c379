import type { ComponentChildren } from "preact";

import { explainForm } from "../api/failure.ts";
import type { Sending } from "../api/sending.ts";
import { commonWords as words } from "../words/common.ts";

export interface FormEndProps {
  /** Label of the button that sends the form. */
  readonly action: string;
  readonly sending: Pick<Sending, "isBusy" | "isDone" | "failure">;
  /** Whether the form lacks something that no field can demand. */
  readonly isDisabled?: boolean;
  /** A sentence about what has been done. */
  readonly done?: string;
  /** The fields of the form that show their own errors. */
  readonly fields: readonly string[];
  /** Buttons before the one that sends the form. */
  readonly children?: ComponentChildren;
}

/** Ends a form: says what has become of it, or why not, and has the button that sends it. */
export function FormEnd(props: FormEndProps) {
  const { action, sending, isDisabled = false, done, fields, children } = props;
  const { isBusy, isDone, failure } = sending;
  return (
    <div class="form-end">
      <p role="status">{isDone && done}</p>
      <p class="error" role="alert">
        {failure && (explainForm(failure, ...fields) || words.notSaved)}
      </p>
      {children}
      <button class="button primary" type="submit" disabled={isBusy || isDisabled}>
        {action}
      </button>
    </div>
  );
}
