import { Type } from "typebox";

import { csvParams } from "./csv-params.ts";
import { perPage, searchIn, sortDirection } from "./page-params.ts";

/**
 * Returns the parameters of a report that is a list: search in one field, order by some, and page.
 * The first field to sort by is the default.
 */
export function listParams<Field extends string, Order extends string>(
  searched: Field,
  orders: readonly [Order, ...Order[]],
) {
  return {
    ...searchIn(searched),
    sort_by: Type.Optional(
      Type.Enum([...orders], {
        default: orders[0],
        description: `Field to sort by. Equal records are sorted by ${searched}, ascending.`,
        examples: [orders[0]],
        errorMessage: `must be one of ${orders.join(", ")}`,
      }),
    ),
    sort: sortDirection,
    ...csvParams,
    ...perPage,
  };
}
