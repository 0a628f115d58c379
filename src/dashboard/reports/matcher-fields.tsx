import type { FieldErrors } from "../api/failure.ts";
import { Choice } from "../components/choice.tsx";
import { Icon } from "../components/icon.tsx";
import { type MatcherDraft, newProp, propsMax } from "./matcher-draft.ts";
import { ValueField } from "./value-field.tsx";

interface MatcherFieldsProps<Draft extends MatcherDraft> {
  readonly draft: Draft;
  readonly errors: FieldErrors;
  /** The path of the fields in the errors: `steps.1.`. */
  readonly path?: string;
  readonly hint?: string;
  readonly onChange: (draft: Draft) => void;
}

/** Explains the signs of a value. */
export const valueHint =
  "Exactly this; with * at the end, all that begin with it; with ~ in front, all that contain it.";

/** Asks for the events that a goal or a step of a funnel stands for. */
export function MatcherFields<Draft extends MatcherDraft>(props: MatcherFieldsProps<Draft>) {
  const { draft, errors, path = "", hint = valueHint, onChange } = props;
  const { type, value } = draft;
  return (
    <>
      <Choice
        label="Kind of event"
        options={[
          { value: "page", label: "Visit a page" },
          { value: "event", label: "Trigger a custom event" },
        ]}
        chosen={type}
        onChoose={(chosen) => onChange({ ...draft, type: chosen })}
      />
      <ValueField
        label={type === "page" ? "Page" : "Event"}
        hint={hint}
        type={type}
        value={value}
        errors={errors[`${path}value`] ?? errors[`${path}type`]}
        onType={(typed) => onChange({ ...draft, value: typed })}
      />
      <PropFields
        draft={draft}
        errors={errorsBelow(errors, `${path}props`)}
        onChange={(list) => onChange({ ...draft, props: list })}
      />
    </>
  );
}

interface PropFieldsProps {
  readonly draft: MatcherDraft;
  readonly errors: readonly string[];
  readonly onChange: (props: MatcherDraft["props"]) => void;
}

/** Asks for the properties that an event must have. */
function PropFields({ draft: { props }, errors, onChange }: PropFieldsProps) {
  return (
    <div class="prop-fields">
      {props.map((prop, i) => {
        const set = (change: Partial<typeof prop>) =>
          onChange(props.with(i, { ...prop, ...change }));
        return (
          <div key={prop.id} class="prop-field">
            <input
              class="input"
              aria-label={`Property ${i + 1}`}
              placeholder="plan"
              value={prop.key}
              autoComplete="off"
              onInput={(event) => set({ key: event.currentTarget.value })}
            />
            <span>is</span>
            <input
              class="input"
              aria-label={`Value of property ${i + 1}`}
              placeholder="pro"
              value={prop.value}
              autoComplete="off"
              onInput={(event) => set({ value: event.currentTarget.value })}
            />
            <button
              class="icon-button"
              type="button"
              aria-label={`Remove property ${i + 1}`}
              onClick={() => onChange(props.filter((other) => other !== prop))}
            >
              <Icon name="close" />
            </button>
          </div>
        );
      })}
      {errors.length > 0 && <p class="error">Properties {errors.join(", ")}.</p>}
      {props.length < propsMax && (
        <button class="quiet-button" type="button" onClick={() => onChange([...props, newProp()])}>
          <Icon name="plus" />
          {props.length === 0 ? "Only with a property" : "And another property"}
        </button>
      )}
    </div>
  );
}

/** Returns the errors of a field and of those inside it. */
function errorsBelow(errors: FieldErrors, path: string): readonly string[] {
  return Object.entries(errors).flatMap(([name, texts]) =>
    name === path || name.startsWith(`${path}.`) ? texts : [],
  );
}
