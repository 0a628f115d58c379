import { Field } from "./field.tsx";

interface SelectFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The field of the form, for those that are read when it is sent. */
  readonly name?: string;
  /** The option that is chosen; without `onSelect`, the one that is chosen at first. */
  readonly value: string;
  /** Each a value and its text. */
  readonly options: readonly (readonly [string, string])[];
  readonly errors?: readonly string[] | undefined;
  readonly onSelect?: (value: string) => void;
}

/** Asks for one of several options, as a field of a form. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, name, value, options, errors, onSelect } = props;
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => (
        <select
          {...control}
          class="input"
          name={name}
          onChange={(event) => onSelect?.(event.currentTarget.value)}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option} selected={option === value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
