import { useState } from "preact/hooks";
import type { KeyRecord, MadeKey } from "../../model/api-key.ts";
import { nameCharactersMax } from "../../model/limits.ts";

import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { CopyLine } from "../components/copy-line.tsx";
import { Dialog } from "../components/dialog.tsx";
import { endOfDay, lastDayOf } from "../components/expiry-day.ts";
import { ExpiryField } from "../components/expiry-field.tsx";
import { Field } from "../components/field.tsx";
import { FormEnd } from "../components/form-end.tsx";
import { accountWords } from "../words/account.ts";
import { commonWords } from "../words/common.ts";
import { KeyWebsites } from "./key-websites.tsx";

interface KeyDialogProps {
  /** Undefined to make a key. */
  readonly apiKey: KeyRecord | undefined;
  readonly onClose: () => void;
  readonly onMade: (key: MadeKey) => void;
}

const words = accountWords.keys;

type Right = KeyRecord["may"][number];

const rights = ["read", "write", "collect", "operate"] as const satisfies readonly Right[];

/** Makes an API key, or changes one. */
export function KeyDialog({ apiKey, onClose, onMade }: KeyDialogProps) {
  const [may, setMay] = useState<readonly Right[]>(apiKey?.may ?? ["read"]);
  const [websites, setWebsites] = useState(apiKey?.websites ?? "all");
  const { isBusy, failure, wait } = useSending();
  const expires = apiKey?.expires_at ?? null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const day = String(form.get("expires"));
    const fields = {
      name: String(form.get("name")).trim(),
      may,
      websites,
      // An expired key can be changed, too, as long as its day stays.
      ...(day !== lastDayOf(expires) && { expires_at: endOfDay(day) }),
    };
    if (apiKey !== undefined) {
      wait(sendJson("PATCH", `/api/v1/keys/${apiKey.id}`, fields), onClose);
      return;
    }
    wait(sendJson<{ data: MadeKey }>("POST", "/api/v1/keys", fields), (answer) => {
      if (answer) onMade(answer.data);
    });
  };
  const errors = failure?.fields ?? {};
  return (
    <Dialog title={apiKey ? accountWords.changeNamed(apiKey.name) : words.make} onClose={onClose}>
      <form class="form dialog-form" onSubmit={submit}>
        <Field label={words.name} hint={words.nameHint} errors={errors["name"]}>
          {(control) => (
            <input
              {...control}
              class="input"
              name="name"
              defaultValue={apiKey?.name ?? ""}
              maxLength={nameCharactersMax}
              autoComplete="off"
              required
            />
          )}
        </Field>
        <RightsField may={may} onChange={setMay} />
        <KeyWebsites websites={websites} onChange={setWebsites} />
        <ExpiryField expires={expires} errors={errors["expires_at"]} />
        <FormEnd
          action={apiKey ? commonWords.save : words.makeAction}
          isDisabled={isBusy || may.length === 0 || websites.length === 0}
          failure={failure}
          fields={["name", "expires_at"]}
        />
      </form>
    </Dialog>
  );
}

interface RightsFieldProps {
  readonly may: readonly Right[];
  readonly onChange: (may: readonly Right[]) => void;
}

function RightsField({ may, onChange }: RightsFieldProps) {
  const toggle = (right: Right, isOn: boolean) =>
    onChange(isOn ? [...may, right] : may.filter((other) => other !== right));
  return (
    <fieldset class="form-part">
      <legend>{words.rights}</legend>
      <div class="radios">
        {rights.map((right) => (
          <label key={right} class="check">
            <input
              type="checkbox"
              checked={may.includes(right)}
              onChange={(event) => toggle(right, event.currentTarget.checked)}
            />
            <span>
              <strong>{words.right[right].label}</strong>
              <span class="hint">{words.right[right].hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SecretDialogProps {
  readonly made: MadeKey;
  readonly onClose: () => void;
}

/** Shows the secret of a new key, once. */
export function SecretDialog({ made, onClose }: SecretDialogProps) {
  return (
    <Dialog title={words.title(made.name)} onClose={onClose}>
      <div class="form">
        <p>{words.once}</p>
        <CopyLine line={made.key} name={words.secretName} />
        <div class="form-end">
          <button class="button primary" type="button" onClick={onClose}>
            {accountWords.done}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
