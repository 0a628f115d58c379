interface Option<Value extends string | number> {
  readonly value: Value;
  readonly label: string;
}

interface ChoiceProps<Value extends string | number> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** Shows options side by side, one of which is selected. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, options, chosen, onChoose } = props;
  return (
    <fieldset class="choice">
      <legend class="hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
