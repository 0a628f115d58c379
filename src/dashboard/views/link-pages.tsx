import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Invitation } from "../../model/access.ts";
import { withBasePath } from "../address/server-address.ts";
import { explainForm, type FieldErrors } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { pageToCome } from "../components/lazy.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { PasswordField } from "../components/password-field.tsx";
import { NameField, TextField } from "../components/text-field.tsx";
import { linkPagesWords as words } from "../words/link-pages.ts";

/** Asks somebody who was invited for a name and a password. */
export function InvitationPage() {
  const token = useToken();
  return <InvitedPage key={token} token={token} />;
}

/** Says who invites whom and to what, once the server has found the link to be valid. */
function InvitedPage({ token }: { readonly token: string }) {
  const { failure, errors, wait } = useSending("stay");
  const [invitation, setInvitation] = useState<Invitation>();
  useEffect(() => {
    if (token === "") return;
    const answer = sendJson<{ data: Invitation }>("POST", "/session/invitation/read", { token });
    wait(answer, (read) => setInvitation(read?.data));
  }, []);
  if (token !== "" && invitation === undefined && failure === undefined) {
    return (
      <PageFrame title={words.invitation.title} isUser={false}>
        {pageToCome}
      </PageFrame>
    );
  }
  return (
    <TokenPage
      {...words.invitation}
      token={token}
      path="/session/invitation"
      intro={invitation && invitationText(invitation)}
      isOver={errors["token"] !== undefined}
    >
      {(wrong) => (
        <NameField
          label={words.name}
          errors={wrong["name"]}
          autoComplete="name"
          defaultValue={invitation?.name}
          required
        />
      )}
    </TokenPage>
  );
}

function invitationText({ invited_by: by, email, role, websites }: Invitation): string {
  const [domain, ...others] = websites === "all" ? [] : websites;
  if (domain !== undefined && others.length === 0) {
    return by === null ? words.invitedTo(email, domain) : words.invitesTo(by, email, domain);
  }
  const who = by === null ? words.invited(email) : words.invites(by, email);
  if (role === "owner") return `${who} ${words.asOwner}`;
  if (websites === "all") return `${who} ${words.toAll}`;
  return websites.length === 0 ? who : `${who} ${words.toSome(websites)}`;
}

/** Asks whoever sees the start of a new Footfall to become its first owner. */
export function StartPage() {
  return (
    <LinkPage {...words.start} path="/session/start">
      {(errors) => (
        <>
          <NameField label={words.name} errors={errors["name"]} autoComplete="name" required />
          <TextField
            label={words.email}
            name="email"
            type="email"
            autoComplete="username"
            errors={errors["email"]}
            required
          />
        </>
      )}
    </LinkPage>
  );
}

/** Asks somebody with a link for a new password. */
export function ResetPage() {
  return <LinkPage {...words.reset} path="/session/password" />;
}

interface LinkPageProps {
  readonly title: string;
  /** The API path that takes the link's token and the fields of the form. */
  readonly path: string;
  readonly action: string;
  readonly hint: string;
  /** Renders the fields before the password. */
  readonly children?: (errors: FieldErrors) => ComponentChildren;
}

/** Begins anew with each link that is opened. */
function LinkPage(props: LinkPageProps) {
  const token = useToken();
  return <TokenPage key={token} token={token} {...props} />;
}

interface TokenPageProps extends LinkPageProps {
  readonly token: string;
  /** Stands before the hint. */
  readonly intro?: string | undefined;
  /** Whether the link is known to be no longer valid. */
  readonly isOver?: boolean;
}

function TokenPage(props: TokenPageProps) {
  const { token, title, path, action, hint, intro, children } = props;
  const { isBusy, failure, errors, wait } = useSending("leave");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const sent = sendJson("POST", path, { ...Object.fromEntries(form), token });
    wait(sent, () => location.replace(withBasePath("/")));
  };
  const isOver = token === "" || props.isOver || errors["token"] !== undefined;
  return (
    <PageFrame title={title} isUser={false}>
      <section class="gate">
        <h1>{title}</h1>
        {isOver ? (
          <LinkIsOver isMissing={token === ""} />
        ) : (
          <form class="form" onSubmit={submit}>
            {intro && <p>{intro}</p>}
            <p class="hint">{hint}</p>
            {children?.(errors)}
            <PasswordField
              label={words.password}
              name="password"
              isNew
              errors={errors["password"]}
            />
            <p class="error" role="alert">
              {explainForm(failure, "name", "email", "password")}
            </p>
            <button class="button primary" type="submit" disabled={isBusy}>
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
      <p role="alert">{isMissing ? words.isMissing : words.isOver}</p>
      <a class="button" href={withBasePath("/")}>
        {words.signIn}
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
