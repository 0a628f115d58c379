import { useState } from "preact/hooks";
import { passwordCharactersMax } from "../../model/limits.ts";

import type { WebsiteRecord } from "../api/answers.ts";
import type { FieldErrors } from "../api/failure.ts";
import { Field } from "../components/field.tsx";
import { readExcludedParams } from "./settings-form.ts";
import { TimezoneField } from "./timezone-field.tsx";

interface FieldsProps {
  readonly record: WebsiteRecord;
  readonly errors: FieldErrors;
}

const access = [
  { privacy: 1, label: "Private", hint: "Only you can see the statistics." },
  { privacy: 2, label: "Password", hint: "Anyone with the password can see them." },
  {
    privacy: 0,
    label: "Public",
    hint: "Everyone who knows the address can see them. Filters can reveal what a single visitor did on a day.",
  },
] as const;

/** Shows the settings that control access to the statistics. */
export function AccessFields({ record, errors }: FieldsProps) {
  const [privacy, setPrivacy] = useState(record.privacy);
  return (
    <fieldset class="form-part">
      <legend>Who can see the statistics</legend>
      <div class="radios">
        {access.map((option) => (
          <label key={option.privacy} class="radio">
            <input
              type="radio"
              name="privacy"
              value={option.privacy}
              defaultChecked={record.privacy === option.privacy}
              onChange={() => setPrivacy(option.privacy)}
            />
            <span>
              <strong>{option.label}</strong>
              <span class="hint">{option.hint}</span>
            </span>
          </label>
        ))}
      </div>
      <div hidden={privacy !== 2}>
        <input type="text" autoComplete="username" value={record.domain} hidden readOnly />
        <Field
          label={record.has_password ? "New password" : "Password"}
          hint={record.has_password ? "Leave empty to keep the current password." : undefined}
          errors={errors["password"]}
        >
          {(control) => (
            <input
              {...control}
              class="input"
              type="password"
              name="password"
              autoComplete="new-password"
              maxLength={passwordCharactersMax}
              required={privacy === 2 && !record.has_password}
            />
          )}
        </Field>
      </div>
    </fieldset>
  );
}

/** Shows the settings that control the counting of events. */
export function CountingFields({ record, errors }: FieldsProps) {
  const params = readExcludedParams(record.exclude_params);
  const [isAllExcluded, setAllExcluded] = useState(params.isAll);
  return (
    <fieldset class="form-part">
      <legend>What is counted</legend>
      <TimezoneField
        value={record.timezone}
        hint="Days begin at midnight in this time zone. A change applies to new events only."
        errors={errors["timezone"]}
      />
      <label class="check">
        <input type="checkbox" name="exclude_bots" defaultChecked={record.exclude_bots === 1} />
        <span>
          <strong>Exclude bots</strong>
          <span class="hint">Bots are recognised by their User-Agent.</span>
        </span>
      </label>
      <Lines
        name="exclude_ips"
        label="Excluded addresses"
        hint="IP addresses and CIDR ranges whose events are not counted, one per line."
        placeholder={"203.0.113.7\n2001:db8::/32"}
        value={record.exclude_ips}
        errors={errors["exclude_ips"]}
      />
      <label class="check">
        <input
          type="checkbox"
          name="exclude_all_params"
          defaultChecked={params.isAll}
          onChange={(event) => setAllExcluded(event.currentTarget.checked)}
        />
        <span>
          <strong>Keep no query parameters</strong>
          <span class="hint">
            Pages are stored without query parameters. Campaigns and click ids are still recognised.
            Secrets and e-mail addresses are never stored.
          </span>
        </span>
      </label>
      <div hidden={isAllExcluded && errors["exclude_params"] === undefined}>
        <Lines
          name="exclude_params"
          label="Excluded query parameters"
          hint="These are removed from pages, one per line. A * at the end matches any ending."
          placeholder={"ref\nfilter_*"}
          value={params.listed}
          errors={errors["exclude_params"]}
        />
      </div>
    </fieldset>
  );
}

interface LinesProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly value: string | null;
  readonly errors: readonly string[] | undefined;
}

function Lines({ name, label, hint, placeholder, value, errors }: LinesProps) {
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => (
        <textarea
          {...control}
          class="input code-input"
          name={name}
          rows={3}
          placeholder={placeholder}
          defaultValue={value ?? ""}
          spellcheck={false}
        />
      )}
    </Field>
  );
}

/** Shows the setting for e-mail reports. */
export function ReportFields({ record }: FieldsProps) {
  return (
    <fieldset class="form-part">
      <legend>Reports</legend>
      <label class="check">
        <input type="checkbox" name="email" defaultChecked={record.email === 1} />
        <span>
          <strong>Weekly and monthly e-mail reports</strong>
        </span>
      </label>
    </fieldset>
  );
}
