import { useState } from "preact/hooks";
import { type Role, roles } from "../../model/choices.ts";
import { emailCharactersMax } from "../../model/limits.ts";
import type { PersonLink, PersonRecord } from "../../model/person.ts";

import { Radio } from "../components/check.tsx";
import { CopyLine } from "../components/copy-line.tsx";
import { Dialog } from "../components/dialog.tsx";
import type { DialogEnds } from "../components/entries.tsx";
import { RecordDialog, useRecordForm } from "../components/record-form.tsx";
import { NameField, TextField } from "../components/text-field.tsx";
import { accountWords } from "../words/account.ts";
import { timeText } from "../words/reader.ts";
import { GrantsField } from "./grants-field.tsx";

const words = accountWords.people;
const linkWords = accountWords.link;

/** A link that was just made, and whom it is for. */
export interface ShownLink extends PersonLink {
  readonly email: string;
}

interface PersonDialogProps extends DialogEnds {
  /** Undefined to invite somebody. */
  readonly person: PersonRecord | undefined;
}

/** Invites somebody and shows the link, or changes a person. */
export function PersonDialog({ person, onClose, onDone }: PersonDialogProps) {
  const [role, setRole] = useState<Role>(person?.role ?? "member");
  const [grants, setGrants] = useState(person?.grants ?? []);
  const [made, setMade] = useState<{ data: PersonRecord; link: PersonLink }>();
  const form = useRecordForm<{ data: PersonRecord; link: PersonLink }>({
    path: "/api/v1/people",
    id: person?.id,
    bodyOf: (fields) => {
      const name = String(fields.get("name")).trim();
      const email = String(fields.get("email")).trim();
      return { email, role, grants, ...(name !== "" && { name }) };
    },
    onDone: (answer) => (person || !answer ? onDone() : setMade(answer)),
  });
  if (made) return <LinkDialog link={{ ...made.link, email: made.data.email }} onClose={onClose} />;
  return (
    <RecordDialog
      form={form}
      name={person && (person.name || person.email)}
      add={words.invite}
      addAction={words.invite}
      fields={["email", "name"]}
      onClose={onClose}
    >
      <TextField
        label={accountWords.email}
        errors={form.errors["email"]}
        type="email"
        name="email"
        defaultValue={person?.email ?? ""}
        maxLength={emailCharactersMax}
        required
      />
      <NameField
        label={person ? accountWords.name : words.optionalName}
        errors={form.errors["name"]}
        defaultValue={person?.name ?? ""}
      />
      <fieldset class="form-part">
        <legend>{words.role}</legend>
        <div class="radios">
          {roles.toReversed().map((each) => (
            <Radio
              key={each}
              {...words.roles[each]}
              name="role"
              isOn={role === each}
              onChoose={() => setRole(each)}
            />
          ))}
        </div>
      </fieldset>
      {role === "member" && <GrantsField grants={grants} onChange={setGrants} />}
    </RecordDialog>
  );
}

interface LinkDialogProps {
  readonly link: ShownLink;
  readonly onClose: () => void;
}

/** Shows a link for somebody once, to copy. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  const { kind, email, url, mailed, expires_at } = link;
  return (
    <Dialog title={linkWords[kind](email)} onClose={onClose}>
      <div class="form">
        <p>{mailed ? linkWords.mailed(email) : linkWords.notMailed}</p>
        <CopyLine line={url} name={linkWords.name} />
        <p class="hint">{linkWords.hint(timeText(expires_at))}</p>
        <div class="form-end">
          <button class="button primary" type="button" onClick={onClose}>
            {accountWords.done}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
