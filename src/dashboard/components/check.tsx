interface CheckProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The field of the form, for those that are read when it is sent. */
  readonly name?: string;
  /** Whether it is on at first; with `onChange`, whether it is on. */
  readonly isOn?: boolean;
  readonly onChange?: (isOn: boolean) => void;
}

/** Shows a checkbox with its label. */
export function Check({ label, hint, name, isOn = false, onChange }: CheckProps) {
  const state = onChange === undefined ? { defaultChecked: isOn } : { checked: isOn };
  return (
    <label class="check">
      <input
        type="checkbox"
        name={name}
        {...state}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <Label label={label} hint={hint} />
    </label>
  );
}

interface ChecksProps<Value> {
  /** Each a value, its label, and perhaps a hint. */
  readonly options: readonly (readonly [Value, string, string?])[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: Value[]) => void;
}

/** Shows a checkbox for each option, of which several can be chosen. */
export function Checks<Value extends string | number>(props: ChecksProps<Value>) {
  const { options, chosen, onChange } = props;
  return (
    <>
      {options.map(([value, label, hint]) => (
        <Check
          key={value}
          label={label}
          hint={hint}
          isOn={chosen.includes(value)}
          onChange={(isOn) => {
            const others = chosen.filter((other) => other !== value);
            onChange(isOn ? [...others, value] : others);
          }}
        />
      ))}
    </>
  );
}

interface RadioProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly name: string;
  readonly isOn: boolean;
  readonly onChoose: () => void;
}

/** Shows one of several options that exclude each other, with its label. */
export function Radio({ label, hint, name, isOn, onChoose }: RadioProps) {
  return (
    <label class="radio">
      <input type="radio" name={name} checked={isOn} onChange={onChoose} />
      <Label label={label} hint={hint} />
    </label>
  );
}

function Label({ label, hint }: Pick<CheckProps, "label" | "hint">) {
  if (hint === undefined) return <span>{label}</span>;
  return (
    <span>
      <strong>{label}</strong>
      <span class="hint">{hint}</span>
    </span>
  );
}
