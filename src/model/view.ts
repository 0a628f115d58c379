import { type Static, Type } from "typebox";

import { fieldError } from "../base/field-errors.ts";
import { deletedAnswer, idField, nameField, newNameField, timeFields } from "./definition.ts";
import { viewQueryCharactersMax } from "./limits.ts";

const example = "view=goals&range=30d&filter[country]=Germany";
const query = {
  description:
    "The query of the dashboard's address, without its `?`. A range by its name, as `30d`, stays relative.",
  examples: [example],
};
const person = {
  description:
    "0 = all who may read the website have the view. The id of a person = only that one has it.",
  examples: [0],
};

export const ViewRecord = Type.Object(
  {
    id: idField,
    name: nameField,
    query: Type.String(query),
    person: Type.Integer(person),
    ...timeFields,
  },
  { title: "View", description: "A state of the dashboard under a name." },
);
export type ViewRecord = Static<typeof ViewRecord>;

const fields = {
  name: newNameField,
  query: Type.String({
    ...query,
    maxLength: viewQueryCharactersMax,
    // Anything else is encoded in a URL.
    pattern: '^[!"$-~]*$',
    errorMessage: fieldError("view_query", { max: viewQueryCharactersMax }),
  }),
};
const owner = { ...person, minimum: 0, errorMessage: "must be 0, or your own id" };

export const NewView = Type.Object(
  { ...fields, person: Type.Optional(Type.Integer({ ...owner, default: 0 })) },
  {
    title: "NewView",
    description: "A view to create.",
    examples: [{ name: "German goals", query: example }],
  },
);
export type NewView = Static<typeof NewView>;

const changes = Type.Object({ ...fields, person: Type.Optional(Type.Integer(owner)) });
export const ViewUpdate = Type.Partial(changes, {
  title: "ViewUpdate",
  description: "The fields to change.",
  examples: [{ name: "Goals of Germany" }],
});

export const DeletedView = deletedAnswer("view", "DeletedView");
