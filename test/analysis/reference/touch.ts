import type { DimensionName } from "../../../src/counting/dimensions.ts";
import { codeOf } from "../../stats/happenings.ts";
import { compareText } from "../../stats/plain-count.ts";
import type { PlainAction } from "./event.ts";
import { compareActions } from "./order.ts";
import type { Population } from "./population.ts";
import { revenueValueRows } from "./revenue.ts";
import { byCurrency } from "./revenue-sums.ts";
import type { Ranked } from "./rows.ts";
import { valuesOf } from "./values.ts";
import type { VisitorDay } from "./visitor-days.ts";

export type Touch = "any" | "first" | "last";

/** The texts for none that are not `(unknown)`. */
const noneOf: Readonly<Record<string, string>> = {
  referrer: "(direct)",
  source: "(direct)",
  channel: "Direct",
};

/** Returns the values that an order is under. */
function valuesOfOrder(
  order: PlainAction,
  own: VisitorDay,
  { name, touch }: { readonly name: DimensionName; readonly touch: Touch },
): readonly string[] {
  if (touch === "any") return valuesOf(own, name);
  if (name === "visitor") return [own.day];
  const before = own.events.filter((event) => compareActions(event, order) <= 0);
  const carrying = before.filter(({ values }) => (values[name] ?? "") !== "");
  const chosen = touch === "first" ? carrying[0] : carrying.at(-1);
  if (chosen === undefined) return [noneOf[name] ?? "(unknown)"];
  // Of equal events nobody can tell which was first, so the least of their values counts.
  return carrying
    .filter((event) => compareActions(event, chosen) === 0)
    .map(({ values }) => values[name] ?? "")
    .toSorted(compareText)
    .slice(0, 1);
}

/** Returns the amounts under each value of a dimension. */
export function touchRows(
  { days }: Population,
  asked: {
    readonly name: DimensionName;
    readonly touch: Touch;
    readonly currency?: string | undefined;
  },
): Ranked[] {
  /** By value and currency: the amounts of each day. */
  const found = new Map<string, Map<VisitorDay, PlainAction[]>>();
  for (const own of days) {
    for (const [currency, orders] of byCurrency(own.events)) {
      if (asked.currency !== undefined && asked.currency !== currency) continue;
      for (const order of orders) {
        for (const value of valuesOfOrder(order, own, asked)) {
          const key = JSON.stringify([value, currency]);
          const paid = found.get(key) ?? new Map<VisitorDay, PlainAction[]>();
          found.set(key, paid.set(own, [...(paid.get(own) ?? []), order]));
        }
      }
    }
  }
  return revenueValueRows(
    [...found].map(([key, paid]) => {
      const [value, currency] = JSON.parse(key);
      return [value, codeOf(asked.name, value), currency, [...paid.values()]];
    }),
  );
}
