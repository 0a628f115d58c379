import { Type } from "typebox";

import { nameCharactersMax } from "./limits.ts";
import { nameOf } from "./text.ts";

const time = (description: string) =>
  Type.String({ format: "date-time", description, examples: ["2026-11-20T09:30:00Z"] });

export const idField = Type.Integer({
  description: "Ids rise with each new one of the website, and are never reused.",
  examples: [3],
});

/** The times of a goal, funnel, segment or annotation. */
export const timeFields = {
  created_at: time("Time of creation, UTC."),
  updated_at: time("Time of the last change, UTC."),
};

const name = {
  description: "Name; unique among those of the website.",
  examples: ["Signup"],
};
export const nameField = Type.String(name);
export const newNameField = nameOf(nameCharactersMax, name);

const publicity = { description: "1 = viewers see it.", examples: [1] };
export const publicField = Type.Integer(publicity);
const zeroOrOne = { ...publicity, minimum: 0, maximum: 1, errorMessage: "must be 0 or 1" };
export const newPublicField = Type.Optional(Type.Integer({ ...zeroOrOne, default: 0 }));
/** A change that leaves the field out keeps its value, so it has no default. */
export const changedPublicField = Type.Optional(Type.Integer(zeroOrOne));

/** Returns the answer to a deletion. */
export function deletedAnswer<Name extends string>(object: Name, title: string) {
  return Type.Object(
    {
      id: Type.Integer({
        description: `Id of the deleted ${object}; never reused.`,
        examples: [3],
      }),
      object: Type.Literal(object),
      deleted: Type.Literal(true),
    },
    { title, description: `The ${object} is deleted.` },
  );
}
