import { useRef, useState } from "preact/hooks";

import { clearAnswers } from "../api/answer.ts";
import type { WebsiteRecord } from "../api/answers.ts";
import { useMe } from "../api/caller.ts";
import { explain, Failure, toFailure } from "../api/failure.ts";
import { may } from "../api/me.ts";
import { sendJson } from "../api/request.ts";
import { LanguageField } from "../components/language-field.tsx";
import { Link } from "../components/link.tsx";
import { useSite } from "../site/site.ts";
import { settingsWords as words } from "../words/settings.ts";
import { trackingWords } from "../words/tracking.ts";
import { DeleteWebsite } from "./delete-website.tsx";
import { CountingFields } from "./settings-fields.tsx";
import { isOfCounting, settingsOf } from "./settings-form.ts";
import { TrackingCode } from "./tracking-code.tsx";

/** Shows a website's settings to its owner. */
export function SettingsView({ onChange }: { readonly onChange: () => void }) {
  const { record } = useSite();
  const mayDelete = may(useMe(), "create", record?.id);
  if (record === undefined) return null;
  return (
    <div class="settings">
      <section class="surface form brief">
        <h2>{trackingWords.code}</h2>
        <TrackingCode record={record} />
      </section>
      <SettingsForm record={record} onChange={onChange} />
      <ViewLink view="notifications" words={words.notifications} />
      <ViewLink view="import" words={words.moving} />
      {mayDelete && <DeleteWebsite record={record} />}
    </div>
  );
}

interface ViewLinkProps {
  readonly view: "notifications" | "import";
  readonly words: Readonly<Record<"title" | "hint" | "open", string>>;
}

/** Links to settings that have a view of their own. */
function ViewLink({ view, words: { title, hint, open } }: ViewLinkProps) {
  const { hrefWith } = useSite();
  return (
    <section class="surface form brief">
      <h2>{title}</h2>
      <p class="hint">{hint}</p>
      <div class="form-end">
        <Link class="button" href={hrefWith({ view, open: undefined })}>
          {open}
        </Link>
      </div>
    </section>
  );
}

interface SettingsFormProps {
  readonly record: WebsiteRecord;
  readonly onChange: () => void;
}

function SettingsForm({ record, onChange }: SettingsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<"ready" | "busy" | "saved" | "counting" | Failure>("ready");
  const submit = (event: Event) => {
    event.preventDefault();
    if (form.current === null) return;
    setState("busy");
    const settings = settingsOf(new FormData(form.current), record);
    sendJson("PATCH", `/api/v1/websites/${record.id}`, settings).then(
      () => {
        clearAnswers();
        setState(isOfCounting(settings) ? "counting" : "saved");
        onChange();
      },
      (cause: unknown) => setState(toFailure(cause)),
    );
  };
  const failure = state instanceof Failure ? state : undefined;
  const errors = failure?.fields ?? {};
  return (
    <form
      class="surface form"
      ref={form}
      onSubmit={submit}
      onInput={() => {
        if (state === "saved" || state === "counting") setState("ready");
      }}
    >
      <CountingFields record={record} errors={errors} />
      <LanguageField
        label={words.language}
        hint={words.languageHint}
        value={record.language}
        errors={errors["language"]}
      />
      <div class="form-end">
        <p role="status">
          {state === "saved" && words.saved}
          {state === "counting" && words.savedCounting}
          {failure && (
            <span class="error">
              {failure.code === "VALIDATION" ? words.notSaved : explain(failure)}
            </span>
          )}
        </p>
        <button class="button primary" type="submit" disabled={state === "busy"}>
          {words.save}
        </button>
      </div>
    </form>
  );
}
