import { useState } from "preact/hooks";
import type { WebsiteRecord } from "../api/answers.ts";
import type { FieldErrors } from "../api/failure.ts";
import { Field } from "../components/field.tsx";
import { readExcludedParams } from "./settings-form.ts";
import { TimezoneField } from "./timezone-field.tsx";

interface FieldsProps {
  readonly record: WebsiteRecord;
  readonly errors: FieldErrors;
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
