import { useState } from "preact/hooks";

import type { WebsiteRecord } from "../api/answers.ts";
import type { FieldErrors } from "../api/failure.ts";
import { Field } from "../components/field.tsx";
import { FileField } from "./file-field.tsx";
import { isUseful, StageView } from "./stage-view.tsx";
import type { Choices } from "./upload.ts";
import { useNewImport } from "./use-import-form.ts";
import { sourceNames } from "./words.ts";

const nothing: Choices = { files: [], source: "", websiteId: "" };

/** Asks for files, checks them, and begins their import. */
export function NewImport({ website }: { readonly website: WebsiteRecord }) {
  const [choices, setChoices] = useState(nothing);
  const { stage, check, begin, stop, reset } = useNewImport(website.id);
  const isBusy = stage.name === "sending" || stage.name === "checking";
  const submit = (event: Event) => {
    event.preventDefault();
    check(choices);
  };
  const change = (part: Partial<Choices>) => {
    setChoices((before) => ({ ...before, ...part }));
    reset();
  };
  return (
    <form class="surface form" onSubmit={submit}>
      <h2>Import</h2>
      <p class="hint">
        Brings the history of another product into {website.domain}, or its access logs. Days are
        those of the time zone {website.timezone}. Days that have statistics already stay as they
        are.
      </p>
      <fieldset class="form" disabled={isBusy}>
        <legend class="hidden">Files to import</legend>
        <ChoiceFields
          choices={choices}
          errors={(stage.name === "choosing" && stage.failure?.fields) || {}}
          onChange={change}
        />
      </fieldset>
      <StageView stage={stage} />
      <div class="form-end">
        {isBusy && (
          <button class="button" type="button" onClick={stop}>
            Cancel
          </button>
        )}
        {stage.name === "checked" && isUseful(stage.record) ? (
          <button
            key="import"
            class="button primary"
            type="button"
            onClick={() => begin(choices, () => setChoices(nothing))}
          >
            Import
          </button>
        ) : (
          <button
            key="check"
            class="button primary"
            type="submit"
            disabled={isBusy || choices.files.length === 0}
          >
            Check
          </button>
        )}
      </div>
    </form>
  );
}

interface ChoiceFieldsProps {
  readonly choices: Choices;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<Choices>) => void;
}

function ChoiceFields({ choices, errors, onChange }: ChoiceFieldsProps) {
  const { files, source, websiteId } = choices;
  // An error stays with its field, also where the files told the source.
  const hasWebsiteId = source === "umami" || websiteId !== "" || errors["options"] !== undefined;
  return (
    <>
      <FileField
        files={files}
        errors={errors["file"]}
        onChoose={(chosen) => onChange({ files: chosen })}
      />
      <Field label="They come from" errors={errors["source"]}>
        {(control) => (
          <select
            {...control}
            class="input"
            value={source}
            onChange={({ currentTarget }) => onChange({ source: currentTarget.value })}
          >
            <option value="">Recognise it from the files</option>
            {Object.entries(sourceNames).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {hasWebsiteId && (
        <Field
          label="Website id"
          hint="The id in Umami. It is needed if the files have several websites."
          errors={errors["options"]}
        >
          {(control) => (
            <input
              {...control}
              class="input code-input"
              value={websiteId}
              autoComplete="off"
              spellcheck={false}
              onInput={({ currentTarget }) => onChange({ websiteId: currentTarget.value.trim() })}
            />
          )}
        </Field>
      )}
    </>
  );
}
