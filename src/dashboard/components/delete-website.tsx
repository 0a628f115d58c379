import { useState } from "preact/hooks";

import { forgetAnswers } from "../api/answer.ts";
import type { WebsiteRecord } from "../api/answers.ts";
import { explain, Failure, toFailure } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { goTo } from "../location.ts";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";

/** Deletes a website when its domain has been typed. */
export function DeleteWebsite({ record }: { readonly record: WebsiteRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="surface form brief">
      <h2>Delete</h2>
      <p class="hint">Deletes {record.domain} with everything that was counted, for good.</p>
      <div class="form-end">
        <button class="button danger" type="button" onClick={() => setOpen(true)}>
          Delete website …
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

function Confirmation({ record: { id, domain }, onClose }: ConfirmationProps) {
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<"ready" | "busy" | Failure>("ready");
  const submit = (event: Event) => {
    event.preventDefault();
    setState("busy");
    sendJson("DELETE", `/api/v1/websites/${id}`).then(
      () => {
        forgetAnswers();
        goTo("/", { replace: true });
      },
      (cause: unknown) => setState(toFailure(cause)),
    );
  };
  return (
    <Dialog title={`Delete ${domain}?`} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <p>All of its statistics are deleted with it. This cannot be undone.</p>
        <Field label={`Type ${domain} to go on`}>
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
            Keep it
          </button>
          <button
            class="button danger"
            type="submit"
            disabled={typed.trim() !== domain || state === "busy"}
          >
            Delete for good
          </button>
        </div>
      </form>
    </Dialog>
  );
}
