import { translated } from "./language.ts";

/** The texts of the report on revenue. */
export const revenueWords = translated("revenue", {
  revenue: "Revenue",
  currency: "Currency",
  none: "No revenue in this period.",
  orders: "Orders",
  refunds: "Refunds",
  buyers: "Buyers",
  average: "Average order",
  perVisitor: "Per visitor",
  overTime: "Revenue over time",

  credit: "Credit",
  credits: { any: "Credit all", first: "Credit the first", last: "Credit the last" },
  notes: {
    any: "An order counts under every value that its visitor had on the day, so rows may add up to more than the total.",
    anyOfSeveral:
      "An order counts under every value that its visitor had on the day, so rows may add up to more than the total. The first or the last value up to the order can have it alone.",
    first:
      "An order counts under the first value that its visitor had on the day, up to the order.",
    last: "An order counts under the last value that its visitor had on the day, up to the order.",
  },
});
