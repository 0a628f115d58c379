import { useState } from "preact/hooks";

import type { WebsiteRecord } from "../api/answers.ts";
import { explain, Failure, toFailure } from "../api/failure.ts";
import { download } from "../api/request.ts";
import { Field } from "../components/field.tsx";
import { Icon } from "../components/icon.tsx";
import { useSite } from "../site/site.ts";
import { importsWords } from "../words/imports.ts";

const words = importsWords.export;

const formats = [
  { accept: "application/x-ndjson", label: words.formats.ndjson },
  { accept: "text/csv", label: words.formats.csv },
  { accept: "application/vnd.apache.parquet", label: words.formats.parquet },
];

/** Downloads the events of some days. */
export function ExportForm({
  website: { id, domain_unicode: domain },
}: {
  readonly website: WebsiteRecord;
}) {
  const { days, today } = useSite();
  const [state, setState] = useState<"ready" | "busy" | "done" | Failure>("ready");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const params = new URLSearchParams({
      from: String(form.get("from")),
      to: String(form.get("to")),
    });
    setState("busy");
    download(`/api/v1/websites/${id}/events?${params}`, String(form.get("accept"))).then(
      () => setState("done"),
      (cause: unknown) => setState(toFailure(cause)),
    );
  };
  const failure = state instanceof Failure ? state : undefined;
  const errors = failure?.fields ?? {};
  const date = {
    class: "input",
    type: "date" as const,
    min: "2000-01-01",
    max: today,
    required: true,
  };
  return (
    <form class="surface form" onSubmit={submit} onInput={() => setState("ready")}>
      <h2>{words.title}</h2>
      <p class="hint">{words.hint(domain)}</p>
      <div class="field-pair">
        <Field label={words.from} errors={errors["from"]}>
          {(control) => <input {...control} {...date} name="from" defaultValue={days.from} />}
        </Field>
        <Field label={words.to} errors={errors["to"]}>
          {(control) => <input {...control} {...date} name="to" defaultValue={days.to} />}
        </Field>
      </div>
      <Field label={words.format}>
        {(control) => (
          <select {...control} class="input" name="accept">
            {formats.map(({ accept, label }) => (
              <option key={accept} value={accept}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div class="form-end">
        <p role="status">
          {state === "busy" && words.downloading}
          {state === "done" && words.downloaded}
          {failure && failure.code !== "VALIDATION" && (
            <span class="error">{explain(failure)}</span>
          )}
        </p>
        <button class="button" type="submit" disabled={state === "busy"}>
          <Icon name="download" />
          {words.download}
        </button>
      </div>
    </form>
  );
}
