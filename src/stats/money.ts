import { type Sql, sql } from "../clickhouse/sql.ts";

/** The sum of the amounts in a currency. */
export interface CurrencySum {
  readonly currency: string;
  /** A decimal number, which a floating-point number might not hold exactly. */
  readonly amount: string;
}

/** Returns pairs of a currency and its sum as a list of `CurrencySum`, in order. */
export function currencySumsSql(pairs: Sql): Sql {
  return sql`CAST(
        arraySort(${pairs}),
        'Array(Tuple(currency String, amount Decimal(38, 3)))')`;
}

/** Returns the same for a map from currencies to sums. */
export function currencySumsOfMap(sums: Sql): Sql {
  return currencySumsSql(sql`arrayZip(mapKeys(${sums}), mapValues(${sums}))`);
}
