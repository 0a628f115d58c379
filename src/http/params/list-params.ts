import { Type } from "typebox";

import { csvParams } from "./csv-params.ts";
import { perPage, sortDirection } from "./page-params.ts";

/**
 * Returns the parameters of a report that is a list: search in one field, order by some, and page.
 * The first field to sort by is the default.
 */
export function listParams<Field extends string, Order extends string>(
  searched: Field,
  orders: readonly [Order, ...Order[]],
) {
  return {
    search: Type.Optional(
      Type.String({
        description: `Text that \`${searched}\` must contain, case-insensitive.`,
        examples: ["a"],
        errorMessage: "must be text",
      }),
    ),
    search_by: Type.Optional(
      Type.Enum([searched], {
        default: searched,
        description: "Field that `search` applies to.",
        examples: [searched],
        errorMessage: `must be ${searched}`,
      }),
    ),
    sort_by: Type.Optional(
      Type.Enum([...orders], {
        default: orders[0],
        description: "Field to sort by. Equal records are sorted by value, ascending.",
        examples: [orders[0]],
        errorMessage: `must be one of ${orders.join(", ")}`,
      }),
    ),
    sort: sortDirection,
    ...csvParams,
    ...perPage,
  };
}
