import { Field } from "../components/field.tsx";
import { notificationsWords } from "../words/notifications.ts";
import { type Periods, periods } from "./email-reports-draft.ts";

const words = notificationsWords.reports;

interface PeriodsFieldProps {
  readonly chosen: Periods;
  readonly onChange: (part: Partial<Periods>) => void;
}

/** Asks how often there is a report. */
export function PeriodsField({ chosen, onChange }: PeriodsFieldProps) {
  return (
    <fieldset class="form-part periods">
      <legend>{words.periodsTitle}</legend>
      <div class="inline-checks">
        {periods.map((name) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={chosen[name]}
              onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
            />
            <span>{words.periods[name]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SendAtFieldProps {
  readonly value: string;
  readonly hint?: string;
  readonly errors: readonly string[] | undefined;
  readonly onChange: (time: string) => void;
}

/** Asks for the time of the day at which reports are sent. */
export function SendAtField({ value, hint, errors, onChange }: SendAtFieldProps) {
  return (
    <Field label={words.sendAt} hint={hint} errors={errors}>
      {(control) => (
        <input
          {...control}
          class="input short-input"
          type="time"
          value={value}
          required
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
