import type { InputHTMLAttributes, PartialInputHTMLAttributes } from "preact";

import { nameCharactersMax } from "../../model/limits.ts";
import { Field } from "./field.tsx";

interface TextFieldProps extends Omit<PartialInputHTMLAttributes<HTMLInputElement>, "label"> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly errors?: readonly string[] | undefined;
}

/** Asks for a text, a number, a day or a time: an input of any type, as a field of a form. */
export function TextField({ label, hint, errors, ...rest }: TextFieldProps) {
  // Inputs of some types must not have a role. These have none.
  const input = rest as InputHTMLAttributes<HTMLInputElement>;
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => <input class="input" autoComplete="off" {...input} {...control} />}
    </Field>
  );
}

/** Asks for the name of something. */
export function NameField(props: TextFieldProps) {
  return <TextField name="name" maxLength={nameCharactersMax} {...props} />;
}
