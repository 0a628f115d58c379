import { useState } from "preact/hooks";
import { matcherCharactersMax } from "../../model/limits.ts";

import type { Days } from "../address/calendar-day.ts";
import { Field } from "../components/field.tsx";
import { commonWords as words } from "../words/common.ts";
import { usePaused, useSuggestions } from "./suggestions.ts";

interface ValueFieldProps {
  readonly label: string;
  readonly type: "page" | "event";
  readonly value: string;
  /** The days whose values are offered. */
  readonly days: Days;
  readonly errors?: readonly string[] | undefined;
  readonly onType: (value: string) => void;
}

/** Asks for a page or the name of an event. The browser offers those that visitors had. */
export function ValueField({ label, type, value, days, errors, onType }: ValueFieldProps) {
  const [isFocused, setFocused] = useState(false);
  const suggestions = useSuggestions(type, usePaused(value), days, isFocused);
  return (
    <Field label={label} hint={words.valueHint} errors={errors}>
      {(control) => (
        <>
          <input
            {...control}
            class="input"
            value={value}
            list={`${control.id}-values`}
            placeholder={words.valueExample[type]}
            required
            maxLength={matcherCharactersMax}
            autoComplete="off"
            autoCapitalize="none"
            spellcheck={false}
            onFocus={() => setFocused(true)}
            onInput={(event) => onType(event.currentTarget.value)}
          />
          <datalist id={`${control.id}-values`}>
            {suggestions.map((suggestion) => (
              <option key={suggestion} value={suggestion} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
