import { useState } from "preact/hooks";
import { emailCharactersMax, nameCharactersMax } from "../../model/limits.ts";
import type { SessionRecord } from "../../model/person.ts";

import { focusMain } from "../address/address.ts";
import { useAnswer } from "../api/answer.ts";
import { useMe } from "../api/caller.ts";
import { explain, explainForm } from "../api/failure.ts";
import { type Me, may } from "../api/me.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Field } from "../components/field.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { PasswordField } from "../components/password-field.tsx";
import { format } from "../words/reader.ts";
import { timeText } from "../words/times.ts";

/** Shows a person its name, its password and its sessions. Keys have none of these. */
export function AccountView() {
  const me = useMe();
  return (
    <div class="settings">
      <h1>Account</h1>
      {me?.kind === "person" ? (
        <>
          <DetailsForm me={me} />
          {me.sign_in?.includes("password") && <PasswordForm me={me} />}
          <Sessions />
        </>
      ) : (
        <section class="surface form brief">
          <h2>Signed in with an API key</h2>
          <p class="hint">
            A name, a password and a list of sessions belong to people.
            {may(me, "admin") && " Invite yourself, and sign in with your e-mail address."}
          </p>
          {may(me, "admin") && (
            <div class="form-end">
              <Link class="button" href="/account/people">
                People
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
  const [isSaved, setSaved] = useState(false);
  const { isBusy, failure, wait } = useSending();
  const isNewEmail = email.trim() !== me.email;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const change = {
      name: String(form.get("name")).trim(),
      ...(isNewEmail && { email: email.trim(), current_password: form.get("current_password") }),
    };
    wait(sendJson("PATCH", "/api/v1/me", change), () => setSaved(true));
  };
  return (
    <form class="surface form" onSubmit={submit} onInput={() => setSaved(false)}>
      <h2>You</h2>
      <Field label="Name" errors={failure?.fields["name"]}>
        {(control) => (
          <input
            {...control}
            class="input"
            name="name"
            defaultValue={me.name}
            autoComplete="name"
            maxLength={nameCharactersMax}
            required
          />
        )}
      </Field>
      <Field label="E-mail address" errors={failure?.fields["email"]}>
        {(control) => (
          <input
            {...control}
            class="input"
            type="email"
            value={email}
            autoComplete="email"
            maxLength={emailCharactersMax}
            required
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      {isNewEmail && (
        <PasswordField
          label="Your password"
          name="current_password"
          errors={failure?.fields["current_password"]}
        />
      )}
      <div class="form-end">
        <p role="status">
          {isSaved && !failure && "Saved."}
          <span class="error">{explainForm(failure, "name", "email", "current_password")}</span>
        </p>
        <button class="button primary" type="submit" disabled={isBusy}>
          Save
        </button>
      </div>
    </form>
  );
}

function PasswordForm({ me }: { readonly me: Me }) {
  const [isSaved, setSaved] = useState(false);
  const { isBusy, failure, wait } = useSending();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    wait(sendJson("PATCH", "/api/v1/me", Object.fromEntries(new FormData(form))), () => {
      form.reset();
      setSaved(true);
    });
  };
  return (
    <form class="surface form" onSubmit={submit} onInput={() => setSaved(false)}>
      <h2>Password</h2>
      <input type="text" autoComplete="username" value={me.email} hidden readOnly />
      <PasswordField
        label="Current password"
        name="current_password"
        errors={failure?.fields["current_password"]}
      />
      <PasswordField
        label="New password"
        name="password"
        isNew
        errors={failure?.fields["password"]}
      />
      <div class="form-end">
        <p role="status">
          {isSaved && !failure && "Saved. Your other sessions have ended."}
          <span class="error">{explainForm(failure, "current_password", "password")}</span>
        </p>
        <button class="button primary" type="submit" disabled={isBusy}>
          Change password
        </button>
      </div>
    </form>
  );
}

function Sessions() {
  const path = "/api/v1/me/sessions";
  const { data, failure, retry } = useAnswer<{ data: readonly SessionRecord[] }>(path);
  const sending = useSending();
  return (
    <section class="surface form brief">
      <h2>Sessions</h2>
      <p class="hint">The browsers in which you are signed in.</p>
      {failure && !data && <Notice failure={failure} onRetry={retry} />}
      <p class="error" role="alert">
        {sending.failure && explain(sending.failure)}
      </p>
      <ul class="entries">
        {data?.data.map(({ id, label, created_at, last_seen_on, current }) => (
          <li key={id} class="entry">
            <div>
              <p>
                <strong>{label}</strong> {current && <span class="badge">This browser</span>}
              </p>
              <p class="hint">
                Signed in on {timeText(created_at)}, last seen on {format.day(last_seen_on)}
              </p>
            </div>
            {!current && (
              <button
                class="quiet-button"
                type="button"
                disabled={sending.isBusy}
                onClick={() => sending.wait(sendJson("DELETE", `${path}/${id}`), focusMain)}
              >
                End<span class="hidden"> the session in {label}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
