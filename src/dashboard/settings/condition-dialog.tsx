import { useState } from "preact/hooks";
import { groupFilters, textOfGroup } from "../address/filters.ts";
import { Check } from "../components/check.tsx";
import type { DialogEnds } from "../components/entries.tsx";
import { Icon } from "../components/icon.tsx";
import { RecordDialog, useRecordForm } from "../components/record-form.tsx";
import { SelectField } from "../components/select-field.tsx";
import { NameField, TextField } from "../components/text-field.tsx";
import { FilterEditor } from "../statistics/filter-dialog.tsx";
import { conditionsWords } from "../words/conditions.ts";
import { filterDialogWords } from "../words/filter-dialog.ts";
import { filtersWords } from "../words/filters.ts";
import { format } from "../words/reader.ts";
import { reportTabsWords } from "../words/report-tabs.ts";
import {
  type BoundedName,
  boundedNames,
  type Condition,
  type ConditionDraft,
  conditionFiltersOf,
  draftOf,
  newCondition,
} from "./condition-draft.ts";
import { PreviewLists, usePreview } from "./condition-preview.tsx";

const words = conditionsWords.form;

interface ConditionDialogProps extends DialogEnds {
  /** The API path of the list. */
  readonly path: string;
  /** The condition that is changed; undefined to make one. */
  readonly condition: Condition | undefined;
}

/** Makes a condition or changes one, and says what it would hide. */
export function ConditionDialog({ path, condition, onClose, onDone }: ConditionDialogProps) {
  const [draft, setDraft] = useState(() => (condition ? draftOf(condition) : newCondition));
  /** The key of the group of filters that is edited; "" for new ones. */
  const [edits, setEdits] = useState<string>();
  const change = (part: Partial<ConditionDraft>) => setDraft((before) => ({ ...before, ...part }));
  const filters = conditionFiltersOf(draft);
  const { name, from, isOn } = draft;
  const preview = usePreview(filters, from);
  const form = useRecordForm({
    path,
    id: condition?.id,
    bodyOf: () => ({ name: name.trim(), filters, enabled: isOn, from: from || null }),
    onDone,
  });
  return (
    <>
      <RecordDialog
        form={form}
        name={condition?.name}
        add={conditionsWords.add}
        addAction={conditionsWords.addAction}
        fields={["name", "from"]}
        isDisabled={Object.keys(filters).length === 0}
        onClose={onClose}
        foot={
          <p role="status" data-stale={!preview.isCurrent}>
            {preview.text}
          </p>
        }
      >
        <NameField
          label={words.name}
          errors={form.errors["name"]}
          value={name}
          required
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
        <fieldset class="form-part">
          <legend>{words.filters}</legend>
          <p class="hint">{words.filtersHint}</p>
          <Chips draft={draft} onChange={change} onEdit={setEdits} />
          <DayFields draft={draft} onChange={change} />
        </fieldset>
        <TextField
          label={words.from}
          hint={words.fromHint}
          errors={form.errors["from"]}
          type="date"
          value={from}
          onInput={(event) => change({ from: event.currentTarget.value })}
        />
        {condition && (
          <Check label={words.isOn} isOn={isOn} onChange={(on) => change({ isOn: on })} />
        )}
        <PreviewLists preview={preview} />
      </RecordDialog>
      {edits !== undefined && (
        <FilterEditor
          filters={draft.filters}
          edits={edits}
          isOfDimensions
          onSave={(chosen) => {
            change({ filters: chosen });
            setEdits(undefined);
          }}
          onClose={() => setEdits(undefined)}
        />
      )}
    </>
  );
}

interface PartProps {
  readonly draft: ConditionDraft;
  readonly onChange: (part: Partial<ConditionDraft>) => void;
}

interface ChipsProps extends PartProps {
  /** Is called with the key of the group of filters to edit; "" for new ones. */
  readonly onEdit: (key: string) => void;
}

/** Shows the filters by values. Each can be changed and removed, and others added. */
function Chips({ draft: { filters }, onChange, onEdit }: ChipsProps) {
  return (
    <div class="condition-chips">
      {filters.length > 0 && (
        <ul class="chips">
          {groupFilters(filters).map((group) => {
            const text = textOfGroup(group, (texts) => format.list(texts, "or"));
            const others = filters.filter((each) => !group.filters.includes(each));
            return (
              <li key={group.key} class="chip">
                <button
                  class="chip-text"
                  type="button"
                  aria-label={filtersWords.edit(text)}
                  title={text}
                  onClick={() => onEdit(group.key)}
                >
                  {text}
                </button>
                <button
                  class="chip-close"
                  type="button"
                  aria-label={filtersWords.remove(text)}
                  onClick={({ currentTarget }) => {
                    // The button goes.
                    currentTarget.form?.querySelector<HTMLElement>(".add-filter")?.focus();
                    onChange({ filters: others });
                  }}
                >
                  <Icon name="close" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <button class="quiet-button add-filter" type="button" onClick={() => onEdit("")}>
        <Icon name="plus" />
        {filterDialogWords.submit}
      </button>
    </div>
  );
}

/** Asks for what a condition demands of the visitor's whole day. */
function DayFields({ draft, onChange }: PartProps) {
  const bound = (name: BoundedName, end: "min" | "max") => (
    <TextField
      key={end}
      label={words[end][name]}
      type="number"
      min={0}
      max={2 ** 32 - 1}
      value={draft[name][end]}
      onInput={({ currentTarget: { value } }) =>
        onChange({ [name]: { ...draft[name], [end]: value } })
      }
    />
  );
  const { yes, no } = conditionsWords.engaged;
  return (
    <>
      <SelectField
        label={reportTabsWords.names.engagement}
        hint={words.engagedHint}
        value={draft.engaged}
        options={[
          ["", words.either],
          ["yes", yes],
          ["no", no],
        ]}
        onSelect={(engaged) => onChange({ engaged: engaged as ConditionDraft["engaged"] })}
      />
      {boundedNames.map((name) => (
        <div key={name} class="field-pair">
          {bound(name, "min")}
          {bound(name, "max")}
        </div>
      ))}
    </>
  );
}
