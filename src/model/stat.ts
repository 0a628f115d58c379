import { type Static, Type } from "typebox";

import { dimensionNames } from "../stats/dimensions.ts";
import { dayRange } from "./day-range.ts";
import { perPage } from "./page.ts";

export const StatQuery = Type.Object({
  name: Type.Enum(dimensionNames, { errorMessage: `must be one of ${dimensionNames.join(", ")}` }),
  ...dayRange,
  search: Type.Optional(Type.String({ errorMessage: "must be text" })),
  search_by: Type.Optional(Type.Enum(["value"], { errorMessage: "must be value" })),
  sort_by: Type.Optional(
    Type.Enum(["count", "value"], { errorMessage: "must be one of count, value" }),
  ),
  sort: Type.Optional(Type.Enum(["desc", "asc"], { errorMessage: "must be one of desc, asc" })),
  ...perPage,
});
export type StatQuery = Static<typeof StatQuery>;

export const Stat = Type.Object({
  value: Type.String(),
  code: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  count: Type.Integer(),
  visitors: Type.Integer(),
  pageviews: Type.Integer(),
});
export type Stat = Static<typeof Stat>;
