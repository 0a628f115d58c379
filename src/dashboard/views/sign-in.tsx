import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { withBasePath } from "../address/server-address.ts";
import { explainForm } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { GateForm } from "../components/gate-form.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { PasswordField } from "../components/password-field.tsx";
import { TextField } from "../components/text-field.tsx";
import { gatesWords as words } from "../words/gates.ts";

/** The server says in the page which ways to sign in there are. */
const { people, oidc } = document.documentElement.dataset;
const hasPeople = people !== undefined;

type Way = "person" | "provider" | "key" | "forgotten";

/** The way to sign in that the page begins with. */
const firstWay = hasPeople ? "person" : oidc === undefined ? "key" : "provider";

/** Asks for an e-mail address and a password once there is a person, and for an API key before. */
export function SignInPage() {
  const [way, setWay] = useState<Way>(firstWay);
  return (
    <PageFrame title={words.signIn} isUser={false}>
      <section class="gate" key={way}>
        <h1>{way === "forgotten" ? words.forgotten : words.signIn}</h1>
        {oidc !== undefined && way === firstWay && (
          <a class="button gate-provider" href={withBasePath("/session/oidc")}>
            {oidc}
          </a>
        )}
        {way === "person" && <PersonForm />}
        {way === "key" && <KeyForm />}
        {way === "forgotten" && <ForgottenForm />}
        {firstWay !== "key" && <OtherWays way={way} onChoose={setWay} />}
      </section>
    </PageFrame>
  );
}

interface FormProps {
  readonly onDone?: () => void;
}

/** Asks for an API key. */
export function KeyForm({ onDone }: FormProps) {
  return (
    <GateForm
      label={words.apiKey}
      hint={words.apiKeyHint}
      action={words.signIn}
      account={location.host}
      onSubmit={async (key) => {
        await sendJson("POST", "/session", { key: key.trim() });
      }}
      {...(onDone && { onDone })}
    />
  );
}

/** Asks for an e-mail address and a password. */
export function PersonForm({ onDone = () => location.reload() }: FormProps) {
  const form = useFocusedForm();
  const { isBusy, failure, wait } = useSending("leave");
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLInputElement>("[name=password]")?.select();
  }, [failure]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form.current ?? undefined));
    wait(sendJson("POST", "/session", fields), onDone);
  };
  return (
    <form class="form" ref={form} onSubmit={submit}>
      <EmailField />
      <PasswordField label={words.password} name="password" />
      <p class="error" role="alert">
        {explainForm(failure)}
      </p>
      <button class="button primary" type="submit" disabled={isBusy}>
        {words.signIn}
      </button>
    </form>
  );
}

function ForgottenForm() {
  const form = useFocusedForm();
  const { isBusy, isDone, failure, errors, wait } = useSending("stay");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form.current ?? undefined));
    wait(sendJson("POST", "/session/reset", fields));
  };
  if (isDone) return <p role="status">{words.linkSent}</p>;
  return (
    <form class="form" ref={form} onSubmit={submit}>
      <EmailField errors={errors["email"]} />
      <p class="error" role="alert">
        {explainForm(failure, "email")}
      </p>
      <button class="button primary" type="submit" disabled={isBusy}>
        {words.sendLink}
      </button>
    </form>
  );
}

function EmailField({ errors }: { readonly errors?: readonly string[] | undefined }) {
  return (
    <TextField
      label={words.email}
      errors={errors}
      type="email"
      name="email"
      autoComplete="username"
      required
    />
  );
}

interface OtherWaysProps {
  readonly way: Way;
  readonly onChoose: (way: Way) => void;
}

function OtherWays({ way, onChoose }: OtherWaysProps) {
  const back = way === "forgotten" ? words.back : words.otherWays;
  const others: readonly (readonly [Way, string])[] =
    way !== firstWay
      ? [[firstWay, back]]
      : [...(hasPeople ? ([["forgotten", words.forgotten]] as const) : []), ["key", words.useKey]];
  return (
    <p class="gate-links">
      {others.map(([other, label]) => (
        <button key={other} class="text-button" type="button" onClick={() => onChoose(other)}>
          {label}
        </button>
      ))}
    </p>
  );
}

/** Returns a form whose first field has the focus from the start. */
function useFocusedForm() {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector("input")?.focus(), []);
  return form;
}
