import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { nameCharactersMax } from "../../model/limits.ts";

import { withBasePath } from "../address/server-address.ts";
import { explainForm, Failure, toFailure } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { Field } from "../components/field.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { PasswordField } from "../components/password-field.tsx";

/** Asks somebody who was invited for a name and a password. */
export function InvitationPage() {
  return (
    <LinkPage
      title="Welcome to Footfall"
      path="/session/invitation"
      action="Create account"
      hint="Choose a name and a password. Then you are signed in."
    >
      {(failure) => (
        <Field label="Your name" errors={failure?.fields["name"]}>
          {(control) => (
            <input
              {...control}
              class="input"
              name="name"
              autoComplete="name"
              maxLength={nameCharactersMax}
              required
            />
          )}
        </Field>
      )}
    </LinkPage>
  );
}

/** Asks somebody with a link for a new password. */
export function ResetPage() {
  return (
    <LinkPage
      title="New password"
      path="/session/password"
      action="Save and sign in"
      hint="A new password signs you out everywhere else."
    />
  );
}

interface LinkPageProps {
  readonly title: string;
  /** The API path that takes the link's token and the fields of the form. */
  readonly path: string;
  readonly action: string;
  readonly hint: string;
  /** Renders the fields before the password. */
  readonly children?: (failure: Failure | undefined) => ComponentChildren;
}

function LinkPage({ title, path, action, hint, children }: LinkPageProps) {
  const token = useToken();
  const [state, setState] = useState<"ready" | "busy" | Failure>("ready");
  const failure = state instanceof Failure ? state : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setState("busy");
    sendJson("POST", path, { ...Object.fromEntries(form), token }).then(
      () => location.replace(withBasePath("/")),
      (cause: unknown) => setState(toFailure(cause)),
    );
  };
  const isOver = token === "" || failure?.fields["token"] !== undefined;
  return (
    <PageFrame title={title} isOwner={false}>
      <section class="gate">
        <h1>{title}</h1>
        {isOver ? (
          <LinkIsOver isMissing={token === ""} />
        ) : (
          <form class="form" onSubmit={submit}>
            <p class="hint">{hint}</p>
            {children?.(failure)}
            <PasswordField
              label="Password"
              name="password"
              isNew
              errors={failure?.fields["password"]}
            />
            <p class="error" role="alert">
              {explainForm(failure, "name", "password")}
            </p>
            <button class="button primary" type="submit" disabled={state === "busy"}>
              {action}
            </button>
          </form>
        )}
      </section>
    </PageFrame>
  );
}

function LinkIsOver({ isMissing }: { readonly isMissing: boolean }) {
  return (
    <>
      <p role="alert">
        {isMissing
          ? "This page needs the whole link that you were sent. Please open the link again."
          : "This link is no longer valid. Each works once, and for a limited time. Ask an owner for a new one."}
      </p>
      <a class="button" href={withBasePath("/")}>
        Sign in
      </a>
    </>
  );
}

/** Returns the text behind `#`, which it takes out of the address and of the browser's history. */
function useToken(): string {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    // Somebody opens another link in this tab, which loads no page.
    const update = () => {
      if (location.hash !== "") setToken(takeToken());
    };
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  return token;
}

function takeToken(): string {
  const token = location.hash.slice(1);
  if (token !== "") history.replaceState(null, "", location.pathname);
  return token;
}
