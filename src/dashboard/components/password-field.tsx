import { useState } from "preact/hooks";
import { personPasswordCharactersMax, personPasswordCharactersMin } from "../../model/limits.ts";

import { commonWords as words } from "../words/common.ts";
import { Check } from "./check.tsx";
import { TextField } from "./text-field.tsx";

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly isNew?: boolean;
  /** The characters that it must have; those of a person's password, if it is not given. */
  readonly min?: number;
  readonly max?: number;
  /** A sentence after the one about the length. */
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly errors?: readonly string[] | undefined;
}

/** Asks for a password. A new one can be shown. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, name, isNew = false, isRequired = true, isDisabled = false, errors } = props;
  const { min = personPasswordCharactersMin, max = personPasswordCharactersMax } = props;
  const [isShown, setShown] = useState(false);
  const hint = [words.passwordHint(min, max), props.hint ?? ""].join(" ").trim();
  return (
    <div class="password">
      <TextField
        label={label}
        hint={isNew ? hint : undefined}
        errors={errors}
        type={isShown ? "text" : "password"}
        name={name}
        autoComplete={isNew ? "new-password" : "current-password"}
        minLength={isNew ? min : undefined}
        maxLength={max}
        autoCapitalize="none"
        spellcheck={false}
        required={isRequired}
        disabled={isDisabled}
      />
      {isNew && <Check label={words.showPassword} isOn={isShown} onChange={setShown} />}
    </div>
  );
}
