import { type TSchemaOptions, Type } from "typebox";
import { fieldError } from "../base/field-errors.ts";
import { hasHiddenCharacters, hasHiddenInLines } from "../base/hidden-characters.ts";

import { passwordCharactersMax } from "./limits.ts";

/** Returns the schema of a text that must have a character, and at most this many. */
export function textOf(charactersMax: number, options: TSchemaOptions = {}) {
  return Type.String({
    ...options,
    minLength: 1,
    maxLength: charactersMax,
    errorMessage: fieldError("text_length", { min: 1, max: charactersMax }),
  });
}

/** Returns the schema of a name: a text of one line, without blanks around it. */
export function nameOf(charactersMax: number, options: TSchemaOptions = {}) {
  return Type.Refine(
    textOf(charactersMax, { ...options, trims: true }),
    (text) => !hasHiddenCharacters(text),
    () => fieldError("hidden_characters"),
  );
}

/** Returns the schema of a text that can have several lines. */
export function linesOf(charactersMax: number, options: TSchemaOptions = {}) {
  return Type.Refine(
    textOf(charactersMax, options),
    (text) => !hasHiddenInLines(text),
    () => fieldError("hidden_characters"),
  );
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
  return Type.Union([Type.String({ maxLength: passwordCharactersMax }), Type.Null()], {
    description,
    examples: ["correct horse battery staple"],
    errorMessage: fieldError("text_max", { max: passwordCharactersMax }),
  });
}
