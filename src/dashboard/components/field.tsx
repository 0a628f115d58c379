import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

import { sentenceOf } from "../api/failure.ts";

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly errors?: readonly string[] | undefined;
  /** Renders the control. The properties link it to its label, hint and errors. */
  readonly children: (control: ControlProps) => ComponentChildren;
}

export interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string;
  readonly "aria-invalid": boolean;
}

/** Shows a control of a form with its label, hint and errors. */
export function Field({ label, hint, errors, children }: FieldProps) {
  const id = useId();
  const isWrong = errors !== undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": `${id}-hint`, "aria-invalid": isWrong })}
      <div id={`${id}-hint`}>
        {isWrong && <p class="error">{sentenceOf(errors)}</p>}
        {hint && <p class="hint">{hint}</p>}
      </div>
    </div>
  );
}
