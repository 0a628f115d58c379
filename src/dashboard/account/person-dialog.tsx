import { useState } from "preact/hooks";
import { emailCharactersMax, nameCharactersMax } from "../../model/limits.ts";
import type { PersonLink, PersonRecord } from "../../model/person.ts";

import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { CopyLine } from "../components/copy-line.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormEnd } from "../components/form-end.tsx";
import { accountWords } from "../words/account.ts";
import { commonWords } from "../words/common.ts";
import { timeText } from "../words/times.ts";
import { GrantsField } from "./grants-field.tsx";

const words = accountWords.people;
const linkWords = accountWords.link;

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

const roles = ["member", "owner"] as const;

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
    <Dialog
      title={person ? accountWords.changeNamed(person.name || person.email) : words.invite}
      onClose={onClose}
    >
      <form class="form dialog-form" onSubmit={submit}>
        <PersonFields person={person} errors={failure?.fields ?? {}} />
        <fieldset class="form-part">
          <legend>{words.role}</legend>
          <div class="radios">
            {roles.map((each) => (
              <label key={each} class="radio">
                <input
                  type="radio"
                  name="role"
                  checked={role === each}
                  onChange={() => setRole(each)}
                />
                <span>
                  <strong>{words.roles[each].label}</strong>
                  <span class="hint">{words.roles[each].hint}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {role === "member" && <GrantsField grants={grants} onChange={setGrants} />}
        <FormEnd
          action={person ? commonWords.save : words.invite}
          isDisabled={isBusy}
          failure={failure}
          fields={["email", "name"]}
        />
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
      <Field label={accountWords.email} errors={errors["email"]}>
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
      <Field label={person ? accountWords.name : words.optionalName} errors={errors["name"]}>
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
