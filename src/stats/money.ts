import { type Sql, sql } from "../store/sql.ts";

/** The sum of the amounts in a currency. */
export interface CurrencySum {
  readonly currency: string;
  /** A decimal number, which a floating-point number might not hold exactly. */
  readonly amount: string;
}

/** Returns a map from currencies to sums as a list of `(currency, amount as text)`, in order. */
export function currencySumsSql(sums: Sql): Sql {
  return sql`arrayMap(
        x -> (x.1, toString(x.2)),
        arraySort(arrayZip(mapKeys(${sums}), mapValues(${sums}))))`;
}

/** Returns the sums in a column of `currencySumsSql`. */
export function currencySumsOf(
  pairs: readonly (readonly [currency: string, amount: string])[],
): CurrencySum[] {
  return pairs.map(([currency, amount]) => ({ currency, amount }));
}

/** Returns the same map as JSON: `[{"currency":"EUR","amount":12.5}]`. */
export function currencySumsJson(sums: Sql): Sql {
  return sql`concat('[', arrayStringConcat(arrayMap(
        x -> concat('{"currency":', toJSONString(x.1), ',"amount":', x.2, '}'),
        ${currencySumsSql(sums)}), ','), ']')`;
}
