import { type Static, Type } from "typebox";
import { dimensionNames } from "../counting/dimensions.ts";
import { dayRange } from "../model/day-range.ts";
import { perPage, sortDirection } from "../model/page.ts";
import { filterParam } from "./filter-param.ts";
import { intervals } from "./intervals.ts";

export const StatQuery = Type.Object({
  name: Type.Enum(dimensionNames, {
    description: "What to count by.",
    examples: ["browser"],
    errorMessage: `must be one of ${dimensionNames.join(", ")}`,
  }),
  ...dayRange,
  timezone: Type.Optional(
    Type.String({
      description:
        "Whose days are meant. Other zones than the website's own are for `pageview` without filters only.",
      examples: ["Europe/Berlin"],
      errorMessage: "must be one IANA time zone name",
    }),
  ),
  interval: Type.Optional(
    Type.Enum(intervals, {
      description:
        "How long a value of `pageview`, `visit` and `visitor` is, with which alone it can be given; a day where it is not. Weeks are named by their Monday.",
      examples: ["week"],
      errorMessage: `must be one of ${intervals.join(", ")}`,
    }),
  ),
  filter: filterParam,
  search: Type.Optional(
    Type.String({
      description: "Case-insensitive part of the value.",
      examples: ["fire"],
      errorMessage: "must be text",
    }),
  ),
  search_by: Type.Optional(
    Type.Enum(["value"], {
      description: "What `search` looks at.",
      examples: ["value"],
      errorMessage: "must be value",
    }),
  ),
  sort_by: Type.Optional(
    Type.Enum(["count", "value"], {
      default: "count",
      description: "What the list is sorted by. Records of equal count go by value, ascending.",
      examples: ["value"],
      errorMessage: "must be one of count, value",
    }),
  ),
  sort: sortDirection,
  safe: Type.Optional(
    Type.Enum(["1", "true", "0", "false"], {
      description:
        "1: in CSV, values that begin like a formula (`=`, `+`, `-`, `@`, tab, CR or LF) have an apostrophe in front, for spreadsheets. JSON has values as they are.",
      examples: ["1"],
      errorMessage: "must be one of 1, true, 0, false",
    }),
  ),
  ...perPage,
});
export type StatQuery = Static<typeof StatQuery>;

export const Stat = Type.Object(
  {
    value: Type.String({ description: "What the record is about.", examples: ["Germany"] }),
    code: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          "The code behind the value, with `city`, `continent`, `country`, `language` and `region` only.",
        examples: ["DE"],
      }),
    ),
    count: Type.Integer({
      description:
        "The number that `name` is about: page views of `page` and `pageview`, occurrences of `event`, visits of `visit`, `entry_page` and `exit_page`, visitors of all others.",
      examples: [120],
    }),
    visitors: Type.Integer({ description: "Visitors that have the value.", examples: [120] }),
    pageviews: Type.Integer({
      description:
        "Page views that these visitors made on those days; of `page`, its views; of `entry_page` and `exit_page`, those in the visits.",
      examples: [410],
    }),
  },
  { title: "Stat", description: "A value and its numbers. They are exact." },
);
export type Stat = Static<typeof Stat>;
