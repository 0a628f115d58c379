import { useRef, useState } from "preact/hooks";

import { clearAnswers } from "../api/answer.ts";
import type { WebsiteRecord } from "../api/answers.ts";
import { useMe } from "../api/caller.ts";
import { explain, Failure, toFailure } from "../api/failure.ts";
import { may } from "../api/me.ts";
import { sendJson } from "../api/request.ts";
import { Link } from "../components/link.tsx";
import { useSite } from "../site/site.ts";
import { DeleteWebsite } from "./delete-website.tsx";
import { CountingFields, ReportFields } from "./settings-fields.tsx";
import { settingsOf } from "./settings-form.ts";
import { Snippet } from "./snippet.tsx";

/** Shows a website's settings to its owner. */
export function SettingsView({ onChange }: { readonly onChange: () => void }) {
  const { record } = useSite();
  const mayDelete = may(useMe(), "create", record?.id);
  if (record === undefined) return null;
  return (
    <div class="settings">
      <Snippet domain={record.domain} />
      <SettingsForm record={record} onChange={onChange} />
      <MovingLink />
      {mayDelete && <DeleteWebsite record={record} />}
    </div>
  );
}

function MovingLink() {
  const { hrefWith } = useSite();
  return (
    <section class="surface form brief">
      <h2>Import and export</h2>
      <p class="hint">Bring the history of another product along, or take the events out again.</p>
      <div class="form-end">
        <Link class="button" href={hrefWith({ view: "import", open: undefined })}>
          Import and export
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
  const [state, setState] = useState<"ready" | "busy" | "saved" | Failure>("ready");
  const submit = (event: Event) => {
    event.preventDefault();
    if (form.current === null) return;
    setState("busy");
    const settings = settingsOf(new FormData(form.current), record);
    sendJson("PATCH", `/api/v1/websites/${record.id}`, settings).then(
      () => {
        clearAnswers();
        setState("saved");
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
        if (state === "saved") setState("ready");
      }}
    >
      <CountingFields record={record} errors={errors} />
      <ReportFields record={record} errors={errors} />
      <div class="form-end">
        <p role="status">
          {state === "saved" && "Saved. Applies to new events."}
          {failure && (
            <span class="error">
              {failure.code === "VALIDATION"
                ? "Not saved. See the errors above."
                : explain(failure)}
            </span>
          )}
        </p>
        <button class="button primary" type="submit" disabled={state === "busy"}>
          Save
        </button>
      </div>
    </form>
  );
}
