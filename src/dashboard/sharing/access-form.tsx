import { useState } from "preact/hooks";
import { passwordCharactersMax, passwordCharactersMin } from "../../model/limits.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { publicUrl, withBasePath } from "../address/server-address.ts";
import type { FieldErrors } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { CopyLine } from "../components/copy-line.tsx";
import { FormEnd } from "../components/form-end.tsx";
import { PasswordField } from "../components/password-field.tsx";
import { accessOf } from "../settings/settings-form.ts";
import { commonWords } from "../words/common.ts";
import { sharingWords as words } from "../words/sharing.ts";

/** Asks who can see the statistics, and shows the address at which they do. */
export function AccessForm({ record }: { readonly record: WebsiteRecord }) {
  const sending = useSending();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const settings = accessOf(new FormData(form), record);
    sending.wait(sendJson("PATCH", `/api/v1/websites/${record.id}`, settings), () =>
      clearPassword(form),
    );
  };
  return (
    <section class="surface form" aria-label={words.access}>
      <form class="form" onSubmit={submit} onInput={sending.touch}>
        <AccessFields record={record} errors={sending.errors} />
        <FormEnd
          action={commonWords.save}
          sending={sending}
          done={commonWords.saved}
          fields={["password"]}
        />
      </form>
      {record.privacy !== 1 && <PublicAddress domain={record.domain} />}
    </section>
  );
}

function PublicAddress({ domain }: { readonly domain: string }) {
  return (
    <div class="form-part">
      <CopyLine line={publicUrl(`/${domain}`)} name={words.addressName} />
      <div class="form-end">
        <a
          class="button"
          href={withBasePath(`/${domain}?as=viewer`)}
          target="_blank"
          rel="noopener"
        >
          {words.openAsViewer}
        </a>
      </div>
    </div>
  );
}

/** Empties the password field, so that the next change does not send it again. */
function clearPassword(form: HTMLFormElement): void {
  const input = form.elements.namedItem("password");
  if (input instanceof HTMLInputElement) input.value = "";
}

const access = [
  { privacy: 1, ...words.privacy.private },
  { privacy: 2, ...words.privacy.password },
  { privacy: 0, ...words.privacy.public },
] as const;

interface AccessFieldsProps {
  readonly record: WebsiteRecord;
  readonly errors: FieldErrors;
}

function AccessFields({ record, errors }: AccessFieldsProps) {
  const [privacy, setPrivacy] = useState(record.privacy);
  return (
    <fieldset class="form-part">
      <legend>{words.who}</legend>
      <div class="radios">
        {access.map((option) => (
          <label key={option.privacy} class="radio">
            <input
              type="radio"
              name="privacy"
              value={option.privacy}
              defaultChecked={record.privacy === option.privacy}
              onChange={() => setPrivacy(option.privacy)}
            />
            <span>
              <strong>{option.label}</strong>
              <span class="hint">{option.hint}</span>
            </span>
          </label>
        ))}
      </div>
      <div hidden={privacy !== 2}>
        <input type="text" autoComplete="username" value={record.domain} hidden readOnly />
        <PasswordField
          label={record.has_password ? words.newPassword : words.password}
          name="password"
          isNew
          min={passwordCharactersMin}
          max={passwordCharactersMax}
          hint={record.has_password ? words.keepPassword : undefined}
          isRequired={privacy === 2 && !record.has_password}
          errors={errors["password"]}
        />
      </div>
    </fieldset>
  );
}
