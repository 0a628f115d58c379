import { type Static, Type } from "typebox";
import { dayOf } from "../../model/day.ts";
import { oneOf } from "../../model/text.ts";
import { csvParams } from "../params/csv-params.ts";
import { perPage, searchIn, sortDirection } from "../params/page-params.ts";

/** The parameters of the lists of goals, funnels and segments. */
export const NamedListParams = Type.Object({
  ...searchIn("name"),
  sort_by: Type.Optional(
    oneOf(["id", "name"], {
      default: "id",
      description: "Field to sort by; `id` is the order of creation.",
      examples: ["name"],
    }),
  ),
  sort: sortDirection,
  ...csvParams,
  ...perPage,
});
export type NamedListParams = Static<typeof NamedListParams>;

export const AnnotationListParams = Type.Object({
  from: Type.Optional(dayOf("First day of the annotations.", "2026-11-01")),
  to: Type.Optional(dayOf("Last day of the annotations, inclusive.", "2026-11-30")),
  ...searchIn("text"),
  sort_by: Type.Optional(
    oneOf(["date", "id"], {
      default: "date",
      description:
        "Field to sort by. Those of one day are sorted by time, ascending, the ones without first.",
      examples: ["id"],
    }),
  ),
  sort: sortDirection,
  ...csvParams,
  ...perPage,
});
export type AnnotationListParams = Static<typeof AnnotationListParams>;
