import { wantedPeriods } from "../../model/choices.ts";
import { Check } from "../components/check.tsx";
import { TextField } from "../components/text-field.tsx";
import { notificationsWords } from "../words/notifications.ts";
import type { Periods } from "./email-reports-draft.ts";

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
        {wantedPeriods.map((name) => (
          <Check
            key={name}
            label={words.periods[name]}
            isOn={chosen[name]}
            onChange={(isOn) => onChange({ [name]: isOn })}
          />
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
    <TextField
      label={words.sendAt}
      hint={hint}
      errors={errors}
      class="input short-input"
      type="time"
      value={value}
      required
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}
