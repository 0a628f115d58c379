import { Field } from "../components/field.tsx";

interface TimezoneFieldProps {
  readonly value: string;
  readonly hint: string;
  readonly errors: readonly string[] | undefined;
}

const zones = Intl.supportedValuesOf("timeZone");

/** Asks for a time zone. The browser suggests the zones that it knows. */
export function TimezoneField({ value, hint, errors }: TimezoneFieldProps) {
  return (
    <Field label="Time zone" hint={hint} errors={errors}>
      {(control) => (
        <>
          <input
            {...control}
            class="input"
            name="timezone"
            defaultValue={value}
            list={`${control.id}-zones`}
            autoComplete="off"
            spellcheck={false}
          />
          <datalist id={`${control.id}-zones`}>
            <option value="UTC" />
            {zones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
