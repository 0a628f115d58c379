import { Decimal } from "../../base/decimal.ts";
import type { CurrencySum } from "../../stats/money.ts";

/** Returns the number that a text stands for; null stays null. */
export function decimalOrNull(text: string | null): Decimal | null {
  return text === null ? null : new Decimal(text);
}

/** Returns sums as the API shows them. */
export function toMoney(sums: readonly CurrencySum[]) {
  return sums.map(({ currency, amount }) => ({ currency, amount: new Decimal(amount) }));
}
