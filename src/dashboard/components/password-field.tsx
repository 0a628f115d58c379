import { useState } from "preact/hooks";
import { personPasswordCharactersMax, personPasswordCharactersMin } from "../../model/limits.ts";

import { commonWords as words } from "../words/common.ts";
import { Field } from "./field.tsx";

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly isNew?: boolean;
  readonly errors?: readonly string[] | undefined;
}

/** Asks for a person's password. A new one can be shown. */
export function PasswordField({ label, name, isNew = false, errors }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const hint = words.passwordHint(personPasswordCharactersMin, personPasswordCharactersMax);
  return (
    <div class="password">
      <Field label={label} hint={isNew ? hint : undefined} errors={errors}>
        {(control) => (
          <input
            {...control}
            class="input"
            {...(isShown ? ({ type: "text" } as const) : ({ type: "password" } as const))}
            name={name}
            autoComplete={isNew ? "new-password" : "current-password"}
            minLength={isNew ? personPasswordCharactersMin : undefined}
            maxLength={personPasswordCharactersMax}
            autoCapitalize="none"
            spellcheck={false}
            required
          />
        )}
      </Field>
      {isNew && (
        <label class="check">
          <input
            type="checkbox"
            checked={isShown}
            onChange={(event) => setShown(event.currentTarget.checked)}
          />
          <span>{words.showPassword}</span>
        </label>
      )}
    </div>
  );
}
