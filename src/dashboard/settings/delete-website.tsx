import { useState } from "preact/hooks";
import type { WebsiteRecord } from "../../model/website.ts";
import { goTo } from "../address/address.ts";
import { explain } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Dialog } from "../components/dialog.tsx";
import { TextField } from "../components/text-field.tsx";
import { noteDeleted } from "../websites/deleted-website.ts";
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
  const { isBusy, failure, wait } = useSending();
  const submit = (event: Event) => {
    event.preventDefault();
    wait(sendJson("DELETE", `/api/v1/websites/${id}`), () => {
      noteDeleted(written);
      goTo("/", { replace: true });
    });
  };
  return (
    <Dialog title={words.removeTitle(written)} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <p>{words.removeWarning}</p>
        <TextField
          label={words.removeConfirm(written)}
          value={typed}
          spellcheck={false}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <p class="error" role="alert">
          {failure && explain(failure)}
        </p>
        <div class="form-end">
          <button class="button" type="button" onClick={onClose}>
            {words.removeCancel}
          </button>
          <button
            class="button danger"
            type="submit"
            disabled={![domain, written].includes(typed.trim()) || isBusy}
          >
            {words.removeFinally}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
