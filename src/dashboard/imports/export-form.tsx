import { exportTypes } from "../../model/choices.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { download } from "../api/download.ts";
import { explain } from "../api/failure.ts";
import { useSending } from "../api/sending.ts";
import { Icon } from "../components/icon.tsx";
import { SelectField } from "../components/select-field.tsx";
import { TextField } from "../components/text-field.tsx";
import { useSite } from "../site/site.ts";
import { importsWords } from "../words/imports.ts";

const words = importsWords.export;

const formats = (["ndjson", "csv", "parquet"] as const).map(
  (name) => [exportTypes[name], words.formats[name]] as const,
);

/** Downloads the events of some days. */
export function ExportForm({
  website: { id, domain_unicode: domain },
}: {
  readonly website: WebsiteRecord;
}) {
  const { days, today } = useSite();
  const { isBusy, isDone, failure, errors, wait, touch } = useSending("stay");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const params = new URLSearchParams({
      from: String(form.get("from")),
      to: String(form.get("to")),
    });
    wait(download(`/api/v1/websites/${id}/events?${params}`, String(form.get("accept"))));
  };
  const day = { type: "date", min: "2000-01-01", max: today, required: true } as const;
  return (
    <form class="surface form" onSubmit={submit} onInput={touch}>
      <h2>{words.title}</h2>
      <p class="hint">{words.hint(domain)}</p>
      <div class="field-pair">
        <TextField
          {...day}
          label={words.from}
          errors={errors["from"]}
          name="from"
          defaultValue={days.from}
        />
        <TextField
          {...day}
          label={words.to}
          errors={errors["to"]}
          name="to"
          defaultValue={days.to}
        />
      </div>
      <SelectField
        label={words.format}
        name="accept"
        value={exportTypes.ndjson}
        options={formats}
      />
      <div class="form-end">
        <p role="status">
          {isBusy && words.downloading}
          {isDone && words.downloaded}
          {failure && failure.code !== "VALIDATION" && (
            <span class="error">{explain(failure)}</span>
          )}
        </p>
        <button class="button" type="submit" disabled={isBusy}>
          <Icon name="download" />
          {words.download}
        </button>
      </div>
    </form>
  );
}
