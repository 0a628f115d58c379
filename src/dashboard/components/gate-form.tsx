import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";

import { explain } from "../api/failure.ts";
import { useSending } from "../api/sending.ts";

interface GateFormProps {
  readonly label: string;
  readonly hint: string;
  readonly action: string;
  /** Name under which password managers store the secret. */
  readonly account: string;
  readonly onSubmit: (secret: string) => Promise<void>;
  /** Called once the secret was right, in place of loading the page again. */
  readonly onDone?: () => void;
}

/**
 * Asks for a secret. If it is right, the page usually reloads, because the server then sends
 * another one.
 */
export function GateForm(props: GateFormProps) {
  const { label, hint, action, account, onSubmit, onDone = () => location.reload() } = props;
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, failure, wait } = useSending("leave");
  const id = useId();
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (failure) input.current?.select();
  }, [failure]);
  const submit = (event: Event) => {
    event.preventDefault();
    wait(onSubmit(input.current?.value ?? ""), onDone);
  };
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
      <button class="button primary" type="submit" disabled={isBusy}>
        {action}
      </button>
    </form>
  );
}
