import { type TSchemaOptions, Type } from "typebox";
import { fieldError } from "../base/field-errors.ts";

import { passwordCharactersMax, passwordCharactersMin } from "./limits.ts";

/** Returns the schema of a text that must have a character, and at most this many. */
export function textOf(charactersMax: number, options: TSchemaOptions = {}) {
  return Type.String({
    ...options,
    minLength: 1,
    maxLength: charactersMax,
    errorMessage: fieldError("text_length", { min: 1, max: charactersMax }),
  });
}

/** Returns the schema of a text that is one of these. */
export function oneOf<const Text extends string>(
  texts: readonly Text[],
  options: TSchemaOptions = {},
) {
  const sentence = texts.length === 1 ? texts[0] : `one of ${texts.join(", ")}`;
  return Type.Enum([...texts], { ...options, errorMessage: `must be ${sentence}` });
}

/** Returns the schema of a password for viewers. Null and empty text stand for none. */
export function viewerPassword(description: string) {
  const text = Type.String({
    pattern: `^(?:[\\s\\S]{${passwordCharactersMin},})?$`,
    maxLength: passwordCharactersMax,
  });
  return Type.Union([text, Type.Null()], {
    description,
    examples: ["correct horse battery staple"],
    errorMessage: fieldError("text_length", {
      min: passwordCharactersMin,
      max: passwordCharactersMax,
    }),
  });
}
