import type { ComponentChildren } from "preact";

import { explainForm, type Failure } from "../api/failure.ts";
import { commonWords as words } from "../words/common.ts";

interface FormEndProps {
  /** Label of the button that sends the form. */
  readonly action: string;
  readonly isDisabled: boolean;
  /** A sentence about what has been done; "" if nothing has. */
  readonly done?: string;
  readonly failure: Failure | undefined;
  /** The fields of the form that show their own errors. */
  readonly fields: readonly string[];
  /** Buttons before the one that sends the form. */
  readonly children?: ComponentChildren;
}

/** Ends a form: says what has become of it, or why not, and has the button that sends it. */
export function FormEnd(props: FormEndProps) {
  const { action, isDisabled, done = "", failure, fields, children } = props;
  return (
    <div class="form-end">
      <p role="status">{failure === undefined && done}</p>
      <p class="error" role="alert">
        {failure && (explainForm(failure, ...fields) || words.notSaved)}
      </p>
      {children}
      <button class="button primary" type="submit" disabled={isDisabled}>
        {action}
      </button>
    </div>
  );
}
