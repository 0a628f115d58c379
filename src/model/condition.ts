import { type Static, Type } from "typebox";
import { fieldError } from "../base/field-errors.ts";
import { deletedAnswer, idField, nameField, newNameField, timeFields } from "./definition.ts";
import { filterValuesMax } from "./limits.ts";

const example = { mark: ["hosting"], engaged: "no" };
const filters = {
  description:
    "All of them must hold for a visitor day that does not count. Name of a dimension → its values, as in a segment; `pageviews` and `duration` → bounds, both inclusive, of the visitor day's page views and of the seconds of its visits; `engaged` → `yes` or `no`.",
  examples: [example],
};
const enabled = { description: "Whether it hides anything.", examples: [true] };
const from = {
  description: "First day that it is about; null or empty if it is about all days.",
  examples: ["2026-11-01"],
};

const bound = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2 ** 32 - 1,
      description,
      examples: [0],
      errorMessage: "must be a whole number from 0 to 4294967295",
    }),
  );
const bounds = (description: string) =>
  Type.Optional(
    Type.Object(
      { min: bound("Least number."), max: bound("Greatest number.") },
      {
        additionalProperties: false,
        minProperties: 1,
        description,
        examples: [{ max: 1 }],
        errorMessage: "must be an object with min, max or both, whole numbers from 0 on",
      },
    ),
  );

/** The filters of a body. Their names are checked against the dimensions. */
export const conditionFilters = Type.Object(
  {
    pageviews: bounds("Bounds of the page views of the visitor day."),
    duration: bounds("Bounds of the seconds that the visits of the visitor day took."),
    engaged: Type.Optional(
      Type.Enum(["yes", "no"], {
        description: "Whether the visitor day has an engagement event.",
        examples: ["no"],
        errorMessage: "must be yes or no",
      }),
    ),
  },
  {
    additionalProperties: Type.Array(Type.String(), {
      minItems: 1,
      errorMessage: "must be a list of at least one text",
    }),
    minProperties: 1,
    maxProperties: filterValuesMax,
    ...filters,
    description: `${filters.description} At most ${filterValuesMax} values.`,
    errorMessage: fieldError("segment_filters", { max: filterValuesMax }),
  },
);

const ConditionFiltersRecord = Type.Object(
  {},
  { additionalProperties: Type.Unknown(), ...filters },
);

export const ConditionRecord = Type.Object(
  {
    id: idField,
    name: nameField,
    filters: ConditionFiltersRecord,
    enabled: Type.Boolean(enabled),
    from: Type.Union([Type.String({ format: "date" }), Type.Null()], from),
    ...timeFields,
  },
  { title: "Condition", description: "A condition under which a visitor day does not count." },
);
export type ConditionRecord = Static<typeof ConditionRecord>;

const fields = {
  name: newNameField,
  filters: conditionFilters,
  enabled: Type.Optional(Type.Boolean({ ...enabled, errorMessage: "must be true or false" })),
  from: Type.Optional(
    Type.Union([Type.String({ pattern: "^(\\d{4}-\\d{2}-\\d{2})?$" }), Type.Null()], {
      ...from,
      errorMessage: "must be a day, such as 2026-11-01, or null",
    }),
  ),
};

export const NewCondition = Type.Object(fields, {
  title: "NewCondition",
  description: "A condition to create.",
  examples: [{ name: "Servers that read nothing", filters: example }],
});
export type NewCondition = Static<typeof NewCondition>;

export const ConditionUpdate = Type.Partial(Type.Object(fields), {
  title: "ConditionUpdate",
  description: "The fields to change. `filters` is replaced as a whole.",
  examples: [{ enabled: false }],
});

export const DeletedCondition = deletedAnswer("condition", "DeletedCondition");
