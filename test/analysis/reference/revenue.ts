import type { PlainAction } from "./event.ts";
import { changeOf, divide, type Exact, exact, rounded, whole } from "./numbers.ts";
import type { Population } from "./population.ts";
import { amountOf, byCurrency, netOf, ordersOf } from "./revenue-sums.ts";
import type { Ranked } from "./rows.ts";
import { byValue, type Interval } from "./values.ts";
import type { VisitorDay } from "./visitor-days.ts";

interface Totals {
  readonly amount: Exact;
  readonly orders: number;
  readonly refunds: number;
  readonly visitors: number;
  readonly average_order: Exact | null;
  readonly per_visitor: Exact | null;
}

/** The paid events of each visitor's day. */
type Paid = readonly (readonly PlainAction[])[];

function totalsOf(paid: Paid, visitors: number): Totals {
  const events = paid.flat();
  const orders = ordersOf(events);
  return {
    amount: exact(netOf(events), 3),
    orders: orders.length,
    refunds: events.filter((event) => amountOf(event) < 0n).length,
    visitors: paid.filter(({ length }) => length > 0).length,
    average_order: rounded(divide(netOf(orders), 1000 * orders.length), 4),
    per_visitor: rounded(divide(netOf(events), 1000 * visitors), 4),
  };
}

/** Returns the events with which each visitor's day paid in a currency; of one name, if given. */
function paidIn(
  days: readonly VisitorDay[],
  currency: string,
  name: string | undefined,
): PlainAction[][] {
  return days.map(({ events }) =>
    events.filter(
      (event) =>
        event.payment?.currency === currency && (name === undefined || event.name === name),
    ),
  );
}

function currenciesOf(days: readonly VisitorDay[], name: string | undefined): string[] {
  const events = days.flatMap((own) => own.events);
  return byCurrency(events.filter((event) => name === undefined || event.name === name)).map(
    ([currency]) => currency,
  );
}

/** Returns the revenue in each currency, and its change since an earlier population. */
export function revenueRows(
  now: Population,
  event: string | undefined,
  before?: Population,
): Record<string, unknown>[] {
  const all = [...currenciesOf(now.days, event), ...currenciesOf(before?.days ?? [], event)];
  return [...new Set(all)].toSorted().map((currency) => {
    const totals = totalsOf(paidIn(now.days, currency, event), now.days.length);
    if (before === undefined) return { currency, ...totals };
    const earlier = totalsOf(paidIn(before.days, currency, event), before.days.length);
    const paid = [now, before].map(({ days }) => paidIn(days, currency, event).flat());
    const [net, netBefore] = paid.map((events) => divide(netOf(events), 1000));
    return {
      currency,
      ...totals,
      previous: { from: before.from, to: before.to, ...earlier },
      change: {
        amount: changeOf(net ?? null, netBefore ?? null),
        orders: changeOf(whole(totals.orders), whole(earlier.orders)),
        refunds: changeOf(whole(totals.refunds), whole(earlier.refunds)),
        visitors: changeOf(whole(totals.visitors), whole(earlier.visitors)),
      },
    };
  });
}

/** Returns the revenue of each hour, day, week or month, in each currency. */
export function revenueOverTime(
  { days }: Population,
  event: string | undefined,
  interval: Interval,
): Record<string, unknown>[] {
  return [...byValue(days, "visitor", interval)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([value, own]) => {
      const inside = own.map((each) => ({
        ...each,
        events: each.events.filter(({ hour }) => interval !== "hour" || hour === value),
      }));
      return currenciesOf(inside, event).map((currency) => ({
        value,
        currency,
        ...totalsOf(paidIn(inside, currency, event), own.length),
      }));
    });
}

/** Returns the rows of `revenue/stats` for amounts that somebody has put under values. */
export function revenueValueRows(
  parts: readonly (readonly [value: string, code: object, currency: string, paid: Paid])[],
): Ranked[] {
  return parts.map(([value, code, currency, paid]) => {
    const events = paid.flat();
    const orders = ordersOf(events).length;
    const visitors = paid.filter(({ length }) => length > 0).length;
    return {
      text: value,
      row: { value, ...code, currency, amount: exact(netOf(events), 3), orders, visitors },
      keys: {
        amount: whole(netOf(events)),
        orders: whole(orders),
        visitors: whole(visitors),
      },
    };
  });
}
