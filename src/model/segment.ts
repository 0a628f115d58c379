import { type Static, Type } from "typebox";
import { fieldError } from "../base/field-errors.ts";

import {
  changedPublicField,
  deletedAnswer,
  idField,
  nameField,
  newNameField,
  newPublicField,
  publicField,
  timeFields,
} from "./definition.ts";
import { filterValuesMax } from "./limits.ts";

const example = { country: ["Germany"], page: ["/blog/*", "!/blog/1"] };
const description = "Name of each filter → its values, as in `filter[NAME]=VALUE`.";
const values = Type.Array(Type.String(), {
  minItems: 1,
  errorMessage: "must be a list of at least one text",
});

export const SegmentRecord = Type.Object(
  {
    id: idField,
    name: nameField,
    filters: Type.Object(
      {},
      { additionalProperties: Type.Array(Type.String()), description, examples: [example] },
    ),
    public: publicField,
    ...timeFields,
  },
  { title: "Segment", description: "Filters under a name." },
);
export type SegmentRecord = Omit<Static<typeof SegmentRecord>, "filters"> & {
  readonly filters: Readonly<Record<string, readonly string[]>>;
};

export const NewSegment = Type.Object(
  {
    name: newNameField,
    filters: Type.Object(
      {},
      {
        additionalProperties: values,
        minProperties: 1,
        maxProperties: filterValuesMax,
        description: `${description} At most ${filterValuesMax} values.`,
        examples: [example],
        errorMessage: fieldError("segment_filters", { max: filterValuesMax }),
      },
    ),
    public: newPublicField,
  },
  {
    title: "NewSegment",
    description: "A segment to create.",
    examples: [{ name: "German readers", filters: example }],
  },
);
export type NewSegment = Omit<Static<typeof NewSegment>, "filters"> &
  Pick<SegmentRecord, "filters">;

const changes = Type.Object({ ...NewSegment.properties, public: changedPublicField });
export const SegmentUpdate = Type.Partial(changes, {
  title: "SegmentUpdate",
  description: "The fields to change. `filters` is replaced as a whole.",
  examples: [{ public: 1 }],
});

export const DeletedSegment = deletedAnswer("segment", "DeletedSegment");
