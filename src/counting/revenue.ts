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

/** The tallies of orders and refunds by currency. */
export interface RevenueTallies {
  /** Both; the amount is net. */
  readonly revenue: Tallied;
  /** The orders alone. */
  readonly order: Tallied;
}

/** Returns the tallies of the events that the condition chooses. */
export function revenueTallies(condition: Sql, parts: Parts = wholeDay): RevenueTallies {
  const all = sql`arraySort(groupArrayIf(
          (${parts.ofEvent}, toString(revenue_currency), revenue_amount),
          ${isOrderOrRefund} AND ${condition}))`;
  const ofEvents = () => sql`CAST(
        arrayMap(
          own -> (
            ${parts.valueOf(sql`own[1].1`, sql`own[1].2`)},
            length(own.3),
            toDecimal128(arraySum(own.3), 3),
            arrayCount(amount -> amount >= 0, own.3),
            toDecimal128(arraySum(arrayFilter(amount -> amount >= 0, own.3)), 3)),
          arraySplit((each, nth) -> nth = 1, ${all}, arrayEnumerateUniq(${all}.1, ${all}.2))),
        'Array(Tuple(value String, events UInt32, amount Decimal(38, 3), orders UInt32, ordered Decimal(38, 3)))')`;
  const columns = { day_revenue: { ofEvents } };
  return {
    revenue: {
      columns,
      tally: () => sql`arrayMap(
        x -> (toString(x.value), toUInt64(1), toUInt64(0), toUInt64(x.events), x.amount),
        day_revenue)`,
      has: "amount",
    },
    order: {
      columns,
      tally: () => sql`arrayMap(
        x -> (toString(x.value), toUInt64(0), toUInt64(0), toUInt64(x.orders), x.ordered),
        day_revenue)`,
      has: "amount",
    },
  };
}

/** The tallies of all orders and refunds. */
export const everyRevenue = revenueTallies(sql`true`);

/**
 * Returns the decimal number `amount / count` with four digits after the point, rounded half away
 * from zero; null if `count` is 0. It is divided as whole numbers, so no digit is lost.
 */
export function averageSql(amount: Sql, count: Sql): Sql {
  const thousandths = sql`toInt128(abs(${amount}) * 1000)`;
  const rounded = sql`intDiv(${thousandths} * 20 + ${count}, 2 * greatest(${count}, 1))`;
  return sql`if(${count} = 0, NULL, toDecimal128(sign(${amount}) * ${rounded}, 4) / 10000)`;
}
