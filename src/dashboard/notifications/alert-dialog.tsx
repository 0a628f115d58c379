import { useState } from "preact/hooks";
import type { AlertRecord } from "../../model/alert.ts";
import type { FieldErrors } from "../api/failure.ts";
import { Check } from "../components/check.tsx";
import type { DialogEnds } from "../components/entries.tsx";
import { RecordDialog, useRecordForm } from "../components/record-form.tsx";
import { SelectField } from "../components/select-field.tsx";
import { NameField } from "../components/text-field.tsx";
import { notificationsWords } from "../words/notifications.ts";
import { type AlertDraft, bodyOf, freeName } from "./alert-draft.ts";
import { durationText, type Goals, hourText, sentencesOf, usualName } from "./alert-text.ts";
import { type KnownRecipients, recipientText } from "./known-recipients.ts";
import { toRecipients } from "./recipients.ts";
import { RecipientsField } from "./recipients-field.tsx";
import { RuleFields } from "./rule-fields.tsx";

const words = notificationsWords.alerts;

interface AlertDialogProps extends DialogEnds {
  /** The API path of the list. */
  readonly path: string;
  /** The alert that is changed; undefined to make one. */
  readonly alert: AlertRecord | undefined;
  readonly start: AlertDraft;
  readonly goals: Goals;
  readonly known: KnownRecipients;
  /** The names of the website's other alerts. */
  readonly takenNames: readonly string[];
  readonly timezone: string;
  readonly hasMailServer: boolean;
}

/** Makes an alert, or changes one. */
export function AlertDialog(props: AlertDialogProps) {
  const { path, alert, goals, known, takenNames, timezone, hasMailServer } = props;
  const [draft, setDraft] = useState(props.start);
  const name = draft.name ?? freeName(usualName(draft, goals), takenNames);
  const form = useRecordForm({
    path,
    id: alert?.id,
    bodyOf: () => bodyOf(draft, name),
    onDone: props.onDone,
  });
  const { errors } = form;
  const change = (part: Partial<AlertDraft>) => setDraft({ ...draft, ...part });
  const to = toRecipients(draft.recipients).map((each) => recipientText(each, known));
  return (
    <RecordDialog
      form={form}
      name={alert?.name}
      add={words.add}
      addAction={words.addAction}
      fields={Object.keys(errors).filter(isShown)}
      onClose={props.onClose}
      foot={
        <p class="plan" aria-live="polite">
          {sentencesOf(draft, goals, { zone: timezone, to }).join(" ")}
        </p>
      }
    >
      <RuleFields draft={draft} goals={goals} errors={errors} onChange={setDraft} />
      <RecipientsField
        recipients={draft.recipients}
        known={known}
        errors={errors}
        onChange={(recipients) => change({ recipients })}
      />
      {!hasMailServer && <p class="warning">{notificationsWords.noMail.short}</p>}
      <HoursField draft={draft} errors={errors} onChange={change} />
      <NameAndPause draft={draft} name={name} errors={errors} onChange={change} />
      {alert && (
        <Check
          label={words.isOn}
          isOn={draft.enabled}
          onChange={(enabled) => change({ enabled })}
        />
      )}
    </RecordDialog>
  );
}

/** Returns whether a field shows its own errors. */
function isShown(name: string): boolean {
  return /^(?:name|hours|pause_minutes|(?:to|when)(?:\..+)?)$/.test(name);
}

interface PartProps {
  readonly draft: AlertDraft;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<AlertDraft>) => void;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** The hours that the form proposes for a website of one country. */
const dayHours = [8, 22] as const;

function HoursField({ draft, errors, onChange }: PartProps) {
  const [from, until] = draft.hours ?? dayHours;
  const hourField = (label: string, value: number, first: number, set: (hour: number) => void) => (
    <SelectField
      label={label}
      value={String(value)}
      options={hours.map((hour) => [String(hour + first), hourText(hour + first)])}
      errors={first === 0 ? undefined : errors["hours"]}
      onSelect={(hour) => set(Number(hour))}
    />
  );
  return (
    <div class="form-rows">
      <Check
        label={words.someHours}
        isOn={draft.hours !== null}
        onChange={(isOn) => onChange({ hours: isOn ? dayHours : null })}
      />
      {draft.hours && (
        <div class="field-pair">
          {hourField(words.from, from, 0, (hour) => onChange({ hours: [hour, until] }))}
          {hourField(words.until, until, 1, (hour) => onChange({ hours: [from, hour] }))}
        </div>
      )}
    </div>
  );
}

const pauses = [15, 60, 180, 720, 1440, 10_080];

function NameAndPause({ draft, name, errors, onChange }: PartProps & { readonly name: string }) {
  const choices = [...new Set([...pauses, draft.pauseMinutes])].sort((a, b) => a - b);
  return (
    <div class="field-pair roomy">
      <NameField
        label={notificationsWords.name}
        errors={errors["name"]}
        value={name}
        required
        onInput={(event) => onChange({ name: event.currentTarget.value })}
      />
      <SelectField
        label={words.pause}
        value={String(draft.pauseMinutes)}
        options={choices.map((minutes) => [String(minutes), durationText(minutes)])}
        errors={errors["pause_minutes"]}
        onSelect={(minutes) => onChange({ pauseMinutes: Number(minutes) })}
      />
    </div>
  );
}
