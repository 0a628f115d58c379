import { type TSchema, Type } from "typebox";

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

/** The fields of a body that select events. */
export const newMatcherFields = {
  type: Type.Enum(["page", "event"], type),
  value: Type.String({ ...value, minLength: 1, maxLength: 2_000 }),
  props: Type.Optional(
    Type.Union(
      [
        textsByKey(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
          maxProperties: 5,
        }),
        Type.Null(),
      ],
      props,
    ),
  ),
};

/** Returns the schema of an object with any keys. */
function textsByKey(values: TSchema, options: object = {}) {
  return Type.Object({}, { additionalProperties: values, ...options });
}
