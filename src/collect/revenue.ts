import { readObject } from "./json-object.ts";

const amountMax = 1e12;

export interface Revenue {
  /** Thousandths of the currency's unit. */
  readonly milliAmount: bigint;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

/**
 * Returns the revenue, or undefined if there is none or it is invalid. Adds an error to `fields`
 * under `field` in the second case.
 */
export function readRevenue(
  value: unknown,
  fields: Record<string, readonly string[]>,
  field: string,
): Revenue | undefined {
  if (value === undefined || value === null) return undefined;
  const object = readObject(value);
  if (field === "$" && object !== undefined && saysNothing(object)) return undefined;
  const amount = toAmount(object?.["amount"]);
  const currency = object?.["currency"];
  if (amount === undefined || typeof currency !== "string" || !/^[A-Za-z]{3}$/.test(currency)) {
    fields[field] = [
      'must be {"amount": 19.9, "currency": "EUR"}: a number up to 1e12 and an ISO 4217 code',
    ];
    return undefined;
  }
  return { milliAmount: BigInt(Math.round(amount * 1000)), currency: currency.toUpperCase() };
}

/**
 * Returns the revenue that the props `revenue` and `currency` say, as Umami has it, and the other
 * props. Where the two are no amount and no currency, they stay props.
 */
export function takeRevenue<Value>(props: readonly (readonly [key: string, value: Value])[]) {
  const { revenue: amount, currency } = Object.fromEntries(props);
  const revenue = readRevenue({ amount, currency }, {}, "revenue");
  if (revenue === undefined) return { revenue, props };
  return { revenue, props: props.filter(([key]) => key !== "revenue" && key !== "currency") };
}

/** Plausible's tracker sends an empty object with each event of a tagged element. */
function saysNothing(revenue: Readonly<Record<string, unknown>>): boolean {
  return revenue["amount"] === undefined && revenue["currency"] === undefined;
}

function toAmount(value: unknown): number | undefined {
  const isNumeric = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
  const amount = isNumeric ? Number(value) : value;
  return typeof amount === "number" && Math.abs(amount) <= amountMax ? amount : undefined;
}
