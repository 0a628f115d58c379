import { useState } from "preact/hooks";
import { emailCharactersMax, nameCharactersMax } from "../../model/limits.ts";
import type { PersonLink, PersonRecord } from "../../model/person.ts";

import { explainForm } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { CopyLine } from "../components/copy-line.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { timeText } from "../words/times.ts";
import { GrantsField } from "./grants-field.tsx";

/** A link that was just made, and whom it is for. */
export interface ShownLink extends PersonLink {
  readonly email: string;
}

interface PersonDialogProps {
  /** Undefined to invite somebody. */
  readonly person: PersonRecord | undefined;
  readonly onClose: () => void;
  readonly onInvited: (link: ShownLink) => void;
}

const roles = [
  { role: "member", label: "Member", hint: "Sees the websites that you choose." },
  { role: "owner", label: "Owner", hint: "May do everything, also with people and keys." },
] as const;

/** Invites somebody, or changes a person. */
export function PersonDialog({ person, onClose, onInvited }: PersonDialogProps) {
  const [role, setRole] = useState<PersonRecord["role"]>(person?.role ?? "member");
  const [grants, setGrants] = useState(person?.grants ?? []);
  const { isBusy, failure, wait } = useSending();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [email, name] = [String(form.get("email")).trim(), String(form.get("name")).trim()];
    const fields = { email, role, grants, ...(name !== "" && { name }) };
    if (person !== undefined) {
      wait(sendJson("PATCH", `/api/v1/people/${person.id}`, fields), onClose);
      return;
    }
    wait(sendJson<{ link: PersonLink }>("POST", "/api/v1/people", fields), (answer) => {
      if (answer) onInvited({ ...answer.link, email });
    });
  };
  return (
    <Dialog title={person ? `Change ${person.name || person.email}` : "Invite"} onClose={onClose}>
      <form class="form dialog-form" onSubmit={submit}>
        <PersonFields person={person} errors={failure?.fields ?? {}} />
        <fieldset class="form-part">
          <legend>Role</legend>
          <div class="radios">
            {roles.map((each) => (
              <label key={each.role} class="radio">
                <input
                  type="radio"
                  name="role"
                  checked={role === each.role}
                  onChange={() => setRole(each.role)}
                />
                <span>
                  <strong>{each.label}</strong>
                  <span class="hint">{each.hint}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {role === "member" && <GrantsField grants={grants} onChange={setGrants} />}
        <p class="error" role="alert">
          {explainForm(failure, "email", "name")}
        </p>
        <div class="form-end">
          <button class="button primary" type="submit" disabled={isBusy}>
            {person ? "Save" : "Invite"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface PersonFieldsProps {
  readonly person: PersonRecord | undefined;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

function PersonFields({ person, errors }: PersonFieldsProps) {
  return (
    <>
      <Field label="E-mail address" errors={errors["email"]}>
        {(control) => (
          <input
            {...control}
            class="input"
            type="email"
            name="email"
            defaultValue={person?.email ?? ""}
            maxLength={emailCharactersMax}
            autoComplete="off"
            required
          />
        )}
      </Field>
      <Field label={person ? "Name" : "Name (optional)"} errors={errors["name"]}>
        {(control) => (
          <input
            {...control}
            class="input"
            name="name"
            defaultValue={person?.name ?? ""}
            maxLength={nameCharactersMax}
            autoComplete="off"
          />
        )}
      </Field>
    </>
  );
}

interface LinkDialogProps {
  readonly link: ShownLink;
  readonly onClose: () => void;
}

/** Shows a link for somebody once, to copy. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  const { kind, email, url, mailed, expires_at } = link;
  const what = kind === "invitation" ? "Invitation" : "Link for a new password";
  return (
    <Dialog title={`${what} for ${email}`} onClose={onClose}>
      <div class="form">
        <p>
          {mailed
            ? `This link was mailed to ${email}. You can also send it yourself.`
            : "No mail was sent. Copy this link, and send it yourself."}
        </p>
        <CopyLine text={url} name="the link" />
        <p class="hint">
          It is shown only now, works once, and is valid until {timeText(expires_at)}.
        </p>
        <div class="form-end">
          <button class="button primary" type="button" onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </Dialog>
  );
}
