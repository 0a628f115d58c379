import { useState } from "preact/hooks";

import type { WebsiteRecord } from "../../model/website.ts";
import type { FieldErrors } from "../api/failure.ts";
import { SelectField } from "../components/select-field.tsx";
import { TextField } from "../components/text-field.tsx";
import { commonWords } from "../words/common.ts";
import { importsWords as words } from "../words/imports.ts";
import { FileField } from "./file-field.tsx";
import { isUseful, StageView } from "./stage-view.tsx";
import type { Choices } from "./upload.ts";
import { useNewImport } from "./use-import-form.ts";

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
      <h2>{words.import}</h2>
      <p class="hint">{words.hint(website.domain_unicode, website.timezone)}</p>
      <fieldset class="form" disabled={isBusy}>
        <legend class="hidden">{words.filesToImport}</legend>
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
            {commonWords.cancel}
          </button>
        )}
        {stage.name === "checked" && isUseful(stage.record) ? (
          <button
            key="import"
            class="button primary"
            type="button"
            onClick={() => begin(choices, () => setChoices(nothing))}
          >
            {words.import}
          </button>
        ) : (
          <button
            key="check"
            class="button primary"
            type="submit"
            disabled={isBusy || choices.files.length === 0}
          >
            {words.check}
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
      <SelectField
        label={words.source}
        errors={errors["source"]}
        value={source}
        options={[["", words.anySource], ...Object.entries(words.sources)]}
        onSelect={(name) => onChange({ source: name })}
      />
      {hasWebsiteId && (
        <TextField
          label={words.websiteId}
          hint={words.websiteIdHint}
          errors={errors["options"]}
          class="input code-input"
          value={websiteId}
          spellcheck={false}
          onInput={({ currentTarget }) => onChange({ websiteId: currentTarget.value.trim() })}
        />
      )}
    </>
  );
}
