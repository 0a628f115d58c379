import { type Static, Type } from "typebox";
import { dimensionNames } from "../../counting/dimensions.ts";
import { dayRange } from "../../model/day-range.ts";
import { perPage, sortDirection } from "../../model/page.ts";
import { filterParam } from "../../stats/filter-param.ts";
import { intervals } from "../../stats/intervals.ts";

export const StatQuery = Type.Object({
  name: Type.Enum(dimensionNames, {
    description: "Name of the dimension.",
    examples: ["browser"],
    errorMessage: `must be one of ${dimensionNames.join(", ")}`,
  }),
  ...dayRange,
  timezone: Type.Optional(
    Type.String({
      description:
        "IANA name of the time zone of the days; the website's own by default. Others are allowed for `pageview` without filters only.",
      examples: ["Europe/Berlin"],
      errorMessage: "must be one IANA time zone name",
    }),
  ),
  interval: Type.Optional(
    Type.Enum(intervals, {
      description:
        "Length of the periods of `pageview`, `visit` and `visitor`; not allowed with other names. The default is `day`. Weeks are named by their Monday.",
      examples: ["week"],
      errorMessage: `must be one of ${intervals.join(", ")}`,
    }),
  ),
  filter: filterParam,
  search: Type.Optional(
    Type.String({
      description: "Text that the value must contain, case-insensitive.",
      examples: ["fire"],
      errorMessage: "must be text",
    }),
  ),
  search_by: Type.Optional(
    Type.Enum(["value"], {
      description: "Field that `search` applies to.",
      examples: ["value"],
      errorMessage: "must be value",
    }),
  ),
  sort_by: Type.Optional(
    Type.Enum(["count", "value"], {
      default: "count",
      description: "Field to sort by. Records of equal count are sorted by value, ascending.",
      examples: ["value"],
      errorMessage: "must be one of count, value",
    }),
  ),
  sort: sortDirection,
  safe: Type.Optional(
    Type.Enum(["1", "true", "0", "false"], {
      description:
        "1 = in CSV, put an apostrophe before values that a spreadsheet would read as a formula (`=`, `+`, `-`, `@`, tab, CR or LF at the start). JSON is not affected.",
      examples: ["1"],
      errorMessage: "must be one of 1, true, 0, false",
    }),
  ),
  ...perPage,
});
export type StatQuery = Static<typeof StatQuery>;
