import { useState } from "preact/hooks";
import type { AlertRecord } from "../../model/alert.ts";
import { nameCharactersMax } from "../../model/limits.ts";
import type { FieldErrors } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormEnd } from "../components/form-end.tsx";
import { commonWords } from "../words/common.ts";
import { notificationsWords } from "../words/notifications.ts";
import { type AlertDraft, bodyOf, freeName } from "./alert-draft.ts";
import { durationText, type Goals, hourText, sentencesOf, usualName } from "./alert-text.ts";
import { type KnownRecipients, recipientText } from "./known-recipients.ts";
import { toRecipients } from "./recipients.ts";
import { RecipientsField } from "./recipients-field.tsx";
import { RuleFields, SelectField } from "./rule-fields.tsx";

const words = notificationsWords.alerts;

interface AlertDialogProps {
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
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Makes an alert, or changes one. */
export function AlertDialog(props: AlertDialogProps) {
  const { path, alert, goals, known, takenNames, timezone, hasMailServer } = props;
  const [draft, setDraft] = useState(props.start);
  const { isBusy, failure, wait } = useSending();
  const errors = failure?.fields ?? {};
  const name = draft.name ?? freeName(usualName(draft, goals), takenNames);
  const change = (part: Partial<AlertDraft>) => setDraft({ ...draft, ...part });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = bodyOf(draft, name);
    const sent = alert
      ? sendJson("PATCH", `${path}/${alert.id}`, body)
      : sendJson("POST", path, body);
    wait(sent, props.onDone);
  };
  const to = toRecipients(draft.recipients).map((each) => recipientText(each, known));
  return (
    <Dialog
      title={alert ? notificationsWords.changeNamed(alert.name) : words.add}
      onClose={props.onClose}
    >
      <form class="form dialog-form" onSubmit={submit}>
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
        {alert && <EnabledField isOn={draft.enabled} onChange={(enabled) => change({ enabled })} />}
        <p class="plan" aria-live="polite">
          {sentencesOf(draft, goals, { zone: timezone, to }).join(" ")}
        </p>
        <FormEnd
          action={alert ? commonWords.save : words.addAction}
          isDisabled={isBusy}
          failure={failure}
          fields={Object.keys(errors).filter(isShown)}
        />
      </form>
    </Dialog>
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
      <label class="check">
        <input
          type="checkbox"
          checked={draft.hours !== null}
          onChange={(event) => onChange({ hours: event.currentTarget.checked ? dayHours : null })}
        />
        <span>{words.someHours}</span>
      </label>
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
      <Field label={notificationsWords.name} errors={errors["name"]}>
        {(control) => (
          <input
            {...control}
            class="input"
            value={name}
            maxLength={nameCharactersMax}
            autoComplete="off"
            required
            onInput={(event) => onChange({ name: event.currentTarget.value })}
          />
        )}
      </Field>
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

interface EnabledFieldProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function EnabledField({ isOn, onChange }: EnabledFieldProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{words.isOn}</span>
    </label>
  );
}
