import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";

import { explain, Failure, toFailure } from "../api/failure.ts";

interface GateFormProps {
  readonly label: string;
  readonly hint: string;
  readonly action: string;
  /** Name under which password managers store the secret. */
  readonly account: string;
  readonly onSubmit: (secret: string) => Promise<void>;
}

/**
 * Asks for a secret. If it is right, the page reloads, because the server then sends another page.
 */
export function GateForm(props: GateFormProps) {
  const { label, hint, action, account, onSubmit } = props;
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<"ready" | "busy" | Failure>("ready");
  const id = useId();
  useLayoutEffect(() => input.current?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    setState("busy");
    onSubmit(input.current?.value ?? "").then(
      () => location.reload(),
      (cause: unknown) => {
        setState(toFailure(cause));
        input.current?.select();
      },
    );
  };
  const failure = state instanceof Failure ? state : undefined;
  return (
    <form class="gate-form" onSubmit={submit}>
      <input type="text" name="username" autoComplete="username" value={account} hidden readOnly />
      <label for={id}>{label}</label>
      <input
        ref={input}
        id={id}
        class="input"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        aria-describedby={`${id}-hint`}
        aria-invalid={failure !== undefined}
      />
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="error" role="alert">
        {failure && explain(failure)}
      </p>
      <button class="button primary" type="submit" disabled={state === "busy"}>
        {action}
      </button>
    </form>
  );
}
