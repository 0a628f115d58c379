import { matcherPropsMax } from "../../model/limits.ts";
import { relationOf } from "../address/filters.ts";
import { type FieldErrors, sentenceOf } from "../api/failure.ts";
import { Choice } from "../components/choice.tsx";
import { Field } from "../components/field.tsx";
import { focusBeside } from "../components/focus-beside.ts";
import { Icon } from "../components/icon.tsx";
import { matchersWords as words } from "../words/matchers.ts";
import { MatcherCheck, useCheckedDays } from "./matcher-check.tsx";
import { type MatcherDraft, newProp } from "./matcher-draft.ts";
import { ValueField } from "./value-field.tsx";

interface MatcherFieldsProps<Draft extends MatcherDraft> {
  readonly draft: Draft;
  readonly errors: FieldErrors;
  /** The path of the fields in the errors: `steps.1.`. */
  readonly path?: string;
  readonly onChange: (draft: Draft) => void;
}

const matches = ["is", "begins", "contains", "any"] as const;

/** Asks for the events that a goal or a step of a funnel stands for. */
export function MatcherFields<Draft extends MatcherDraft>(props: MatcherFieldsProps<Draft>) {
  const { draft, errors, path = "", onChange } = props;
  const { type, match, value } = draft;
  const days = useCheckedDays();
  const setValue = (typed: string) => onChange({ ...draft, value: typed });
  return (
    <>
      <Choice
        label={words.kind}
        options={[
          { value: "page", label: words.visitPage },
          { value: "event", label: words.triggerEvent },
        ]}
        chosen={type}
        onChoose={(chosen) => onChange({ ...draft, type: chosen })}
      />
      <div class="matcher-field">
        <MatchField match={match} onChoose={(chosen) => onChange({ ...draft, match: chosen })} />
        {match !== "any" && (
          <ValueField
            label={words.value[type]}
            type={type}
            value={value}
            days={days}
            errors={errors[`${path}value`] ?? errors[`${path}type`]}
            onType={setValue}
          />
        )}
        {match !== "any" && <MatcherCheck draft={draft} onChoose={setValue} />}
      </div>
      <PropFields
        draft={draft}
        errors={errorsBelow(errors, `${path}props`)}
        onChange={(list) => onChange({ ...draft, props: list })}
      />
    </>
  );
}

interface MatchFieldProps {
  readonly match: MatcherDraft["match"];
  readonly onChoose: (match: MatcherDraft["match"]) => void;
}

/** Asks how the value is compared. Only a form that was opened with any value can have any. */
export function MatchField({ match, onChoose }: MatchFieldProps) {
  return (
    <Field label={words.condition}>
      {(control) => (
        <select
          {...control}
          class="input"
          value={match}
          onChange={({ currentTarget: { value } }) => {
            const chosen = matches.find((name) => name === value);
            if (chosen) onChoose(chosen);
          }}
        >
          {matches
            .filter((name) => name !== "any" || match === "any")
            .map((name) => (
              <option key={name} value={name}>
                {relationOf({ isNegated: false, match: name })}
              </option>
            ))}
        </select>
      )}
    </Field>
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
              aria-label={words.propertyNumbered(i + 1)}
              placeholder={words.propertyExample}
              value={prop.key}
              autoComplete="off"
              onInput={(event) => set({ key: event.currentTarget.value })}
            />
            <span>{words.is}</span>
            <input
              class="input"
              aria-label={words.valueNumbered(i + 1)}
              placeholder={words.valueExample}
              value={prop.value}
              autoComplete="off"
              onInput={(event) => set({ value: event.currentTarget.value })}
            />
            <button
              class="icon-button"
              type="button"
              aria-label={words.removeNumbered(i + 1)}
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget.closest(".prop-field"));
                onChange(props.filter((other) => other !== prop));
              }}
            >
              <Icon name="close" />
            </button>
          </div>
        );
      })}
      {errors.length > 0 && <p class="error">{sentenceOf(errors)}</p>}
      {props.length < matcherPropsMax && (
        <button class="quiet-button" type="button" onClick={() => onChange([...props, newProp()])}>
          <Icon name="plus" />
          {props.length === 0 ? words.addProperty : words.addAnother}
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
