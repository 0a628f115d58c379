import { type Static, type TSchema, Type } from "typebox";

import { fieldError } from "../base/field-errors.ts";
import { matcherCharactersMax, matcherPropsMax, propCharactersMax } from "./limits.ts";
import { textOf } from "./text.ts";

const type = {
  description:
    "`page`: a page view whose page matches. `event`: a custom event whose name matches.",
  examples: ["event"],
};
const value = {
  description:
    "The page or the name: exact, with `*` at the end for a beginning, or with `~` in front for a part of it. A backslash makes `!`, `*`, `~` or a backslash an ordinary character.",
  examples: ["Purchase"],
};
const props = {
  description: "Values that the same event has, by key.",
  examples: [{ plan: "pro" }],
};

/** The fields of an answer that select events. */
export const matcherFields = {
  type: Type.Enum(["page", "event"], type),
  value: Type.String(value),
  props: Type.Union([textsByKey(Type.String()), Type.Null()], props),
};
const MatcherRecord = Type.Object(matcherFields);
export type MatcherRecord = Static<typeof MatcherRecord>;

const PropValue = Type.Union([Type.String(), Type.Number(), Type.Boolean()], {
  errorMessage: fieldError("matcher_value"),
});

/** The fields of a body that select events. */
export const newMatcherFields = {
  type: Type.Enum(["page", "event"], { ...type, errorMessage: "must be one of page, event" }),
  value: Type.Refine(
    Type.Refine(
      textOf(matcherCharactersMax, value),
      (text) => !text.startsWith("!"),
      () => fieldError("matcher_exclamation"),
    ),
    (text) => text !== "~",
    () => fieldError("matcher_tilde"),
  ),
  props: Type.Optional(
    Type.Union(
      [
        Type.Refine(
          textsByKey(PropValue, { maxProperties: matcherPropsMax }),
          (keys) => Object.entries(keys).flat().join("").length <= propCharactersMax,
          () => fieldError("characters_max", { max: propCharactersMax }),
        ),
        Type.Null(),
      ],
      { ...props, errorMessage: fieldError("matcher_props", { max: matcherPropsMax }) },
    ),
  ),
};

/** Returns the schema of an object with any keys. */
function textsByKey<S extends TSchema>(values: S, options: object = {}) {
  const schema = Type.Object({}, { additionalProperties: values, ...options });
  return Type.Unsafe<Readonly<Record<string, Static<S>>>>(schema);
}
