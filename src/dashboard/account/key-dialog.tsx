import { useState } from "preact/hooks";
import type { KeyRecord, MadeKey } from "../../model/api-key.ts";
import { type KeyRight, keyRights } from "../../model/choices.ts";

import { Checks } from "../components/check.tsx";
import { CopyLine } from "../components/copy-line.tsx";
import { Dialog } from "../components/dialog.tsx";
import type { DialogEnds } from "../components/entries.tsx";
import { endOfDay, lastDayOf } from "../components/expiry-day.ts";
import { ExpiryField } from "../components/expiry-field.tsx";
import { RecordDialog, useRecordForm } from "../components/record-form.tsx";
import { NameField } from "../components/text-field.tsx";
import { accountWords } from "../words/account.ts";
import { KeyWebsites } from "./key-websites.tsx";

interface KeyDialogProps extends DialogEnds {
  /** Undefined to make a key. */
  readonly apiKey: KeyRecord | undefined;
}

const words = accountWords.keys;

/** Makes an API key and shows its secret, or changes one. */
export function KeyDialog({ apiKey, onClose, onDone }: KeyDialogProps) {
  const [may, setMay] = useState<readonly KeyRight[]>(apiKey?.may ?? ["read"]);
  const [websites, setWebsites] = useState(apiKey?.websites ?? "all");
  const [made, setMade] = useState<MadeKey>();
  const expires = apiKey?.expires_at ?? null;
  const form = useRecordForm<{ data: MadeKey }>({
    path: "/api/v1/keys",
    id: apiKey?.id,
    bodyOf: (fields) => {
      const day = String(fields.get("expires"));
      return {
        name: String(fields.get("name")).trim(),
        may,
        websites,
        // An expired key can be changed, too, as long as its day stays.
        ...(day !== lastDayOf(expires) && { expires_at: endOfDay(day) }),
      };
    },
    onDone: (answer) => (apiKey || !answer ? onDone() : setMade(answer.data)),
  });
  if (made) return <SecretDialog made={made} onClose={onClose} />;
  return (
    <RecordDialog
      form={form}
      name={apiKey?.name}
      add={words.make}
      addAction={words.makeAction}
      isDisabled={may.length === 0 || websites.length === 0}
      fields={["name", "expires_at"]}
      onClose={onClose}
    >
      <NameField
        label={words.name}
        hint={words.nameHint}
        errors={form.errors["name"]}
        defaultValue={apiKey?.name ?? ""}
        required
      />
      <fieldset class="form-part">
        <legend>{words.rights}</legend>
        <div class="radios">
          <Checks
            options={keyRights.map((each) => {
              const { label, hint } = words.right[each];
              return [each, label, hint];
            })}
            chosen={may}
            onChange={setMay}
          />
        </div>
      </fieldset>
      <KeyWebsites websites={websites} onChange={setWebsites} />
      <ExpiryField expires={expires} errors={form.errors["expires_at"]} />
    </RecordDialog>
  );
}

interface SecretDialogProps {
  readonly made: MadeKey;
  readonly onClose: () => void;
}

/** Shows the secret of a new key, once. */
function SecretDialog({ made, onClose }: SecretDialogProps) {
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
