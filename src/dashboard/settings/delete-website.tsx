import { useState } from "preact/hooks";
import { goTo } from "../address/address.ts";
import { clearAnswers } from "../api/answer.ts";
import type { WebsiteRecord } from "../api/answers.ts";
import { explain, Failure, toFailure } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { settingsWords as words } from "../words/settings.ts";

/** Deletes a website once its domain has been typed. */
export function DeleteWebsite({ record }: { readonly record: WebsiteRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="surface form brief">
      <h2>{words.remove}</h2>
      <p class="hint">{words.removeHint(record.domain_unicode)}</p>
      <div class="form-end">
        <button class="button danger" type="button" onClick={() => setOpen(true)}>
          {words.removeOpen}
        </button>
      </div>
      {isOpen && <Confirmation record={record} onClose={() => setOpen(false)} />}
    </section>
  );
}

interface ConfirmationProps {
  readonly record: WebsiteRecord;
  readonly onClose: () => void;
}

function Confirmation({
  record: { id, domain, domain_unicode: written },
  onClose,
}: ConfirmationProps) {
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<"ready" | "busy" | Failure>("ready");
  const submit = (event: Event) => {
    event.preventDefault();
    setState("busy");
    sendJson("DELETE", `/api/v1/websites/${id}`).then(
      () => {
        clearAnswers();
        goTo("/", { replace: true });
      },
      (cause: unknown) => setState(toFailure(cause)),
    );
  };
  return (
    <Dialog title={words.removeTitle(written)} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <p>{words.removeWarning}</p>
        <Field label={words.removeConfirm(written)}>
          {(control) => (
            <input
              {...control}
              class="input"
              value={typed}
              autoComplete="off"
              spellcheck={false}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <p class="error" role="alert">
          {state instanceof Failure && explain(state)}
        </p>
        <div class="form-end">
          <button class="button" type="button" onClick={onClose}>
            {words.removeCancel}
          </button>
          <button
            class="button danger"
            type="submit"
            disabled={![domain, written].includes(typed.trim()) || state === "busy"}
          >
            {words.removeFinally}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
