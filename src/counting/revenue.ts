import { type Sql, sql } from "../clickhouse/sql.ts";
import type { Tallied } from "./dimension-kinds.ts";

/**
 * The condition on rows of `events` that orders and refunds meet: page views and custom events with
 * revenue. An order has an amount of 0 or more, a refund one below 0.
 */
export const isOrderOrRefund = sql`(name != 'engagement' AND revenue_currency != '')`;

/** The name of a value of orders and refunds, and how a part of the day goes into it. */
interface Parts {
  /** The part of the day that an event lies in. */
  readonly ofEvent: Sql;
  /** Returns the value for a part and a currency. */
  readonly valueOf: (part: Sql, currency: Sql) => Sql;
}

const wholeDay: Parts = { ofEvent: sql`0`, valueOf: (_part, currency) => currency };

/**
 * Returns the tallies of orders and refunds by currency. `revenue` has both, and its amount is net;
 * `order` has the orders alone. `condition` chooses the events that count.
 */
export function revenueTallies(
  condition: Sql = sql`true`,
  parts: Parts = wholeDay,
): { readonly revenue: Tallied; readonly order: Tallied } {
  const all = sql`arraySort(groupArrayIf(
          (${parts.ofEvent}, toString(revenue_currency), revenue_amount),
          ${isOrderOrRefund} AND ${condition}))`;
  const byValue = sql`arraySplit((each, nth) -> nth = 1, ${all}, arrayEnumerateUniq(${all}.1, ${all}.2))`;
  const value = parts.valueOf(sql`own[1].1`, sql`own[1].2`);
  const orders = sql`arrayFilter(amount -> amount >= 0, own.3)`;
  const tally = (visitors: Sql, amounts: Sql): Tallied => ({
    tally: () => sql`arrayMap(
        own -> (
          ${value},
          ${visitors},
          toUInt64(0),
          toUInt64(length(${amounts})),
          toDecimal128(arraySum(${amounts}), 3)),
        ${byValue})`,
    hasAmount: true,
  });
  return { revenue: tally(sql`toUInt64(1)`, sql`own.3`), order: tally(sql`toUInt64(0)`, orders) };
}

/**
 * Returns the decimal number `amount / count` with four digits after the point, rounded half away
 * from zero; null if `count` is 0. It is divided as whole numbers, so no digit is lost.
 */
export function averageSql(amount: Sql, count: Sql): Sql {
  const thousandths = sql`toInt128(abs(${amount}) * 1000)`;
  const rounded = sql`intDiv(${thousandths} * 20 + ${count}, 2 * greatest(${count}, 1))`;
  return sql`if(${count} = 0, NULL, toDecimal128(sign(${amount}) * ${rounded}, 4) / 10000)`;
}
