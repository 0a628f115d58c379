import { languageNames, languages } from "../../base/languages.ts";
import { Field } from "./field.tsx";

interface LanguageFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** The code of a language; undefined for none of them. */
  readonly value: string | undefined;
  /** The text of the option that is none of them. Without it, there is no such option. */
  readonly none?: string;
  readonly errors: readonly string[] | undefined;
}

/** Asks for a language of Footfall, as the field `language` of a form. */
export function LanguageField({ label, hint, value, none, errors }: LanguageFieldProps) {
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => (
        <select {...control} class="input" name="language">
          {none !== undefined && <option value="">{none}</option>}
          {languages.map((code) => (
            <option key={code} value={code} lang={code} selected={code === value}>
              {languageNames[code]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
