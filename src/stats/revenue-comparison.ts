import { changeOf } from "./comparison.ts";
import type { RangeRevenue, RevenueRow } from "./revenue.ts";

/** The revenue in one currency, now and in the earlier range. */
export interface ComparedRevenue extends RevenueRow {
  readonly previous: Omit<RevenueRow, "currency" | "value">;
  readonly change: RevenueChange;
}

/** The change of each number: 0.25 is a quarter more, null is unknown. Four digits. */
export interface RevenueChange {
  readonly amount: number | null;
  readonly orders: number | null;
  readonly refunds: number | null;
  readonly visitors: number | null;
}

/**
 * Returns the revenue of two ranges by currency, in the order of the currencies. A currency of one
 * range has zeros in the other one.
 */
export function compareRevenue(now: RangeRevenue, before: RangeRevenue): ComparedRevenue[] {
  const byCurrency = ({ rows }: RangeRevenue) => new Map(rows.map((row) => [row.currency, row]));
  const ofNow = byCurrency(now);
  const ofBefore = byCurrency(before);
  const currencies = new Set([...now.rows, ...before.rows].map(({ currency }) => currency));
  return [...currencies].sort().map((currency) => {
    const current = ofNow.get(currency) ?? emptyRow(now, currency);
    const { currency: _, ...previous } = ofBefore.get(currency) ?? emptyRow(before, currency);
    return { ...current, previous, change: changesOf(current, previous) };
  });
}

/** Returns the row of a currency that a range has no revenue in. */
function emptyRow({ everyone }: RangeRevenue, currency: string): RevenueRow {
  const none = { amount: "0", orders: 0, refunds: 0, visitors: 0, average_order: null };
  return { currency, ...none, per_visitor: everyone === 0 ? null : "0" };
}

function changesOf(now: RevenueRow, before: Omit<RevenueRow, "currency" | "value">): RevenueChange {
  const change = (is: number, was: number) => {
    const changed = changeOf(is, was);
    return changed === null ? null : Math.round(changed * 1e4) / 1e4;
  };
  return {
    amount: change(Number(now.amount), Number(before.amount)),
    orders: change(now.orders, before.orders),
    refunds: change(now.refunds, before.refunds),
    visitors: change(now.visitors, before.visitors),
  };
}
