import { useState } from "preact/hooks";
import { emailCharactersMax } from "../../model/limits.ts";
import type { SessionRecord } from "../../model/person.ts";

import { focusMain } from "../address/address.ts";
import { useAnswer } from "../api/answer.ts";
import { useMe } from "../api/caller.ts";
import { explain } from "../api/failure.ts";
import { type Me, may } from "../api/me.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { FormEnd } from "../components/form-end.tsx";
import { LanguageField } from "../components/language-field.tsx";
import { lazy } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { PasswordField } from "../components/password-field.tsx";
import { NameField, TextField } from "../components/text-field.tsx";
import { accountWords as words } from "../words/account.ts";
import { accountMenuWords } from "../words/account-menu.ts";
import { chooseHere } from "../words/choose-language.ts";
import { commonWords } from "../words/common.ts";
import { format, timeText } from "../words/reader.ts";
import { browserText } from "./browser-text.ts";

const OwnReports = lazy(
  () => import("../notifications/notifications-view.tsx"),
  (module) => module.OwnReports,
);

/** Shows a person its name, password, e-mail reports and sessions. Keys have none of these. */
export function AccountView() {
  const me = useMe();
  return (
    <div class="settings">
      <h1>{accountMenuWords.account}</h1>
      {me?.kind === "person" ? (
        <>
          <DetailsForm me={me} />
          {me.sign_in?.includes("password") && <PasswordForm me={me} />}
          <OwnReports />
          <Sessions />
        </>
      ) : (
        <section class="surface form brief">
          <h2>{words.withKey}</h2>
          <p class="hint">{may(me, "admin") ? words.withRootKeyHint : words.withKeyHint}</p>
          {may(me, "admin") && (
            <div class="form-end">
              <Link class="button" href="/account/people">
                {accountMenuWords.people}
              </Link>
            </div>
          )}
        </section>
      )}
    </div>
  );
}

function DetailsForm({ me }: { readonly me: Me }) {
  const [email, setEmail] = useState(me.email ?? "");
  const sending = useSending();
  const { errors } = sending;
  const isNewEmail = email.trim() !== me.email;
  // Those who sign in elsewhere have the address that they have there.
  const hasPassword = me.sign_in?.includes("password") ?? false;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const language = String(form.get("language")) || null;
    const change = {
      name: String(form.get("name")).trim(),
      language,
      ...(isNewEmail && { email: email.trim(), current_password: form.get("current_password") }),
    };
    sending.wait(sendJson("PATCH", "/api/v1/me", change), () => {
      // The tables of another language are there once the page is loaded again.
      chooseHere(language);
      if (language !== (me.language ?? null)) location.reload();
    });
  };
  return (
    <form class="surface form" onSubmit={submit} onInput={sending.touch}>
      <h2>{words.you}</h2>
      <NameField
        label={words.name}
        errors={errors["name"]}
        defaultValue={me.name}
        autoComplete="name"
        required
      />
      <TextField
        label={words.email}
        errors={errors["email"]}
        type="email"
        value={email}
        autoComplete="email"
        maxLength={emailCharactersMax}
        required
        readOnly={!hasPassword}
        onInput={(event) => setEmail(event.currentTarget.value)}
      />
      <LanguageField
        label={words.language}
        value={me.language ?? undefined}
        none={words.browserLanguage}
        errors={errors["language"]}
      />
      {isNewEmail && (
        <PasswordField
          label={words.ownPassword}
          name="current_password"
          errors={errors["current_password"]}
        />
      )}
      <FormEnd
        action={commonWords.save}
        sending={sending}
        done={commonWords.saved}
        fields={["name", "email", "language", "current_password"]}
      />
    </form>
  );
}

function PasswordForm({ me }: { readonly me: Me }) {
  const sending = useSending();
  const { errors } = sending;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const change = Object.fromEntries(new FormData(form));
    sending.wait(sendJson("PATCH", "/api/v1/me", change), () => form.reset());
  };
  return (
    <form class="surface form" onSubmit={submit} onInput={sending.touch}>
      <h2>{words.password}</h2>
      <input type="text" autoComplete="username" value={me.email} hidden readOnly />
      <PasswordField
        label={words.currentPassword}
        name="current_password"
        errors={errors["current_password"]}
      />
      <PasswordField label={words.newPassword} name="password" isNew errors={errors["password"]} />
      <FormEnd
        action={words.changePassword}
        sending={sending}
        done={words.passwordSaved}
        fields={["current_password", "password"]}
      />
    </form>
  );
}

function Sessions() {
  const path = "/api/v1/me/sessions";
  const { data, failure, retry } = useAnswer<{ data: readonly SessionRecord[] }>(path);
  const sending = useSending();
  return (
    <section class="surface form brief">
      <h2>{words.sessions}</h2>
      <p class="hint">{words.sessionsHint}</p>
      {failure && !data && <Notice failure={failure} onRetry={retry} />}
      <p class="error" role="alert">
        {sending.failure && explain(sending.failure)}
      </p>
      <ul class="entries">
        {data?.data.map(({ id, label, created_at, last_seen_on, current }) => (
          <li key={id} class="entry">
            <div>
              <p>
                <strong>{browserText(label)}</strong>{" "}
                {current && <span class="badge">{words.thisBrowser}</span>}
              </p>
              <p class="hint">{words.session(timeText(created_at), format.day(last_seen_on))}</p>
            </div>
            {!current && (
              <button
                class="quiet-button"
                type="button"
                aria-label={words.endNamed(browserText(label))}
                disabled={sending.isBusy}
                onClick={() => sending.wait(sendJson("DELETE", `${path}/${id}`), focusMain)}
              >
                {words.end}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
