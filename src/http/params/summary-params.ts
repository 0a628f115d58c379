import { type Static, Type } from "typebox";

import { dayRange } from "../../model/day-range.ts";
import { filterParam } from "../../stats/filter-param.ts";

export const SummaryParams = Type.Object({
  ...dayRange,
  compare: Type.Optional(
    Type.Enum(["previous"], {
      description: "Adds the period of the same length just before, and the change since then.",
      examples: ["previous"],
      errorMessage: "must be previous",
    }),
  ),
  filter: filterParam,
});
export type SummaryParams = Static<typeof SummaryParams>;
