import { Type } from "typebox";

import { filterNames } from "./filters.ts";

const filterValues = Type.Optional(
  Type.Array(Type.String(), {
    description: "Visitors with one of these values, and with none of those after a `!`.",
    examples: [["Chrome", "Firefox"], ["!(unknown)"], ["/blog/*"]],
  }),
);

/** The parameters `filter[NAME]=VALUE`, gathered into one object: the values by name. */
export const filterParam = Type.Optional(
  Type.Object(Object.fromEntries(filterNames.map((name) => [name, filterValues])), {
    description:
      "Counts only visitors who have the value on that day, as in `filter[browser]=Chrome`. Repeat a name to allow several values; filters with different names must all match. `!` at the start excludes a value, `*` at the end matches a prefix, and a backslash escapes either. At most 20 values.",
    examples: [{ browser: ["Chrome", "Firefox"], country: ["!(unknown)"] }],
    errorMessage: "must have the form filter[NAME]=VALUE",
  }),
);
