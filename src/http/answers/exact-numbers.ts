import type { preSerializationHookHandler } from "fastify";

import { Decimal, toJson } from "../../base/decimal.ts";
import type { CurrencySum } from "../../stats/money.ts";

/** A hook of routes whose answers have a `Decimal`, which `JSON.stringify` cannot write. */
export const exactNumbers: preSerializationHookHandler = (_request, reply, payload, done) => {
  reply.serializer(toJson);
  done(null, payload);
};

/** Returns the number that a text stands for; null stays null. */
export function decimalOrNull(text: string | null): Decimal | null {
  return text === null ? null : new Decimal(text);
}

/** Returns sums as the API shows them. */
export function toMoney(sums: readonly CurrencySum[]) {
  return sums.map(({ currency, amount }) => ({ currency, amount: new Decimal(amount) }));
}
