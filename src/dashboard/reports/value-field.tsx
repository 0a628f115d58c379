import { useState } from "preact/hooks";

import { Field } from "../components/field.tsx";
import { useSuggestions } from "./suggestions.ts";

interface ValueFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly type: "page" | "event";
  readonly value: string;
  readonly errors?: readonly string[] | undefined;
  readonly onType: (value: string) => void;
}

/** Asks for a page or the name of an event. The browser offers those that visitors had. */
export function ValueField({ label, hint, type, value, errors, onType }: ValueFieldProps) {
  const [isFocused, setFocused] = useState(false);
  const suggestions = useSuggestions(type, value, isFocused);
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => (
        <>
          <input
            {...control}
            class="input"
            value={value}
            list={`${control.id}-values`}
            placeholder={type === "page" ? "/pricing" : "Signup"}
            required
            maxLength={2_000}
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
