import { Type } from "typebox";
import { oneOf } from "../../model/text.ts";

/** The parameters that choose a page of a list. */
export const perPage = {
  per_page: Type.Optional(
    Type.Integer({
      enum: [10, 25, 50, 100],
      default: 10,
      description: "Records per page.",
      examples: [25],
      errorMessage: "must be one of 10, 25, 50, 100",
    }),
  ),
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      default: 1,
      description: "Number of the page. A page past the end is empty.",
      examples: [2],
      errorMessage: "must be an integer from 1 to 1000000000",
    }),
  ),
};

export const sortDirection = Type.Optional(
  oneOf(["desc", "asc"], {
    default: "desc",
    description: "Order: descending or ascending.",
    examples: ["asc"],
  }),
);

/** Returns the parameters that search in a field. */
export const searchIn = <Field extends string>(field: Field) => ({
  search: Type.Optional(
    Type.String({
      description: `Text that \`${field}\` must contain, case-insensitive.`,
      examples: ["sign"],
      errorMessage: "must be text",
    }),
  ),
  search_by: Type.Optional(
    Type.Enum([field], {
      default: field,
      description: "Field that `search` applies to.",
      examples: [field],
      errorMessage: `must be ${field}`,
    }),
  ),
});
