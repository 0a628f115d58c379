import { Type } from "typebox";

import { filterNames } from "./filters.ts";

const filterValues = Type.Optional(
  Type.Array(Type.String(), {
    description: "One of these values, and none of those with `!` in front.",
    examples: [["Chrome", "Firefox"], ["!(unknown)"], ["/blog/*"]],
  }),
);

/** `filter[NAME]=VALUE`, gathered: name → values. */
export const filterParam = Type.Optional(
  Type.Object(Object.fromEntries(filterNames.map((name) => [name, filterValues])), {
    description:
      "`filter[browser]=Chrome`: only visitors who count under the value on that day. Repeated: one of the values; of several names all hold. `!` in front: none of them; `*` at the end: what begins so; a backslash before either takes its meaning away. 20 values at most.",
    examples: [{ browser: ["Chrome", "Firefox"], country: ["!(unknown)"] }],
    errorMessage: "must be written as filter[NAME]=VALUE",
  }),
);
