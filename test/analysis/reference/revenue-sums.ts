import { compareText } from "../../stats/plain-count.ts";
import type { PlainAction } from "./event.ts";
import { type Exact, exact, sumOf } from "./numbers.ts";
import { groupBy } from "./visitor-days.ts";

/** Returns the amounts of the events, one entry for each currency. */
export function revenueOf(events: readonly PlainAction[]): { currency: string; amount: Exact }[] {
  return [...byCurrency(events)].map(([currency, own]) => ({
    currency,
    amount: exact(netOf(own), 3),
  }));
}

/** Returns the events that have an amount, by currency, ascending. */
export function byCurrency(events: readonly PlainAction[]): [string, PlainAction[]][] {
  const paid = events.filter(({ payment }) => payment !== undefined);
  const groups = groupBy(paid, ({ payment }) => payment?.currency ?? "");
  return [...groups].toSorted(([a], [b]) => compareText(a, b));
}

export function amountOf({ payment }: PlainAction): bigint {
  return payment?.milliAmount ?? 0n;
}

export function netOf(events: readonly PlainAction[]): bigint {
  return sumOf(events.map(amountOf));
}

/** Returns the orders among events that have an amount. An amount of 0 is one. */
export function ordersOf(events: readonly PlainAction[]): PlainAction[] {
  return events.filter((event) => event.payment !== undefined && amountOf(event) >= 0n);
}
