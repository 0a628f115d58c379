import { propCharactersMax, propsMax } from "../model/limits.ts";

const scalars = new Set(["string", "number", "boolean"]);
const amountMax = 1e12;
/** Halves of characters, which JSON can have and UTF-8 cannot. */
const loneSurrogate = /\p{Surrogate}/u;
const loneSurrogates = /\p{Surrogate}/gu;

export interface Revenue {
  /** Thousandths of the currency's unit. */
  readonly milliAmount: bigint;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

type Fields = Record<string, readonly string[]>;

/**
 * Returns the props as text, in their order, without those that are null. Adds an error to `fields`
 * under `field` if the value is invalid.
 */
export function readProps(
  value: unknown,
  fields: Fields,
  field: string,
): readonly (readonly [string, string])[] {
  if (value === undefined || value === null) return [];
  const object = asObject(value);
  if (object === undefined) {
    fields[field] = ["must be an object, or a JSON string with an object"];
    return [];
  }
  const entries = Object.entries(object).filter(([, prop]) => prop !== null);
  const error = errorOf(entries);
  if (error !== undefined) {
    fields[field] = [error];
    return [];
  }
  const props = entries.map(([key, prop]) => [key, String(prop)] as const);
  return props.some(([key]) => loneSurrogate.test(key)) ? withStoredKeys(props) : props;
}

/** Returns the props by the keys that UTF-8 can hold. Of keys that become equal the last counts. */
function withStoredKeys(
  props: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  return [...new Map(props.map(([key, prop]) => [key.replaceAll(loneSurrogates, "\ufffd"), prop]))];
}

function errorOf(entries: readonly (readonly [string, unknown])[]): string | undefined {
  if (entries.length > propsMax) return `must have at most ${propsMax} properties`;
  if (!entries.every(([, prop]) => scalars.has(typeof prop))) {
    return "must have only texts, numbers and booleans as values";
  }
  const characters = entries.reduce(
    (sum, [key, prop]) => sum + key.length + String(prop).length,
    0,
  );
  return characters > propCharactersMax
    ? `must have at most ${propCharactersMax} characters`
    : undefined;
}

/**
 * Returns the revenue, or undefined if there is none or it is invalid. Adds an error to `fields`
 * under `field` in the second case.
 */
export function readRevenue(value: unknown, fields: Fields, field: string): Revenue | undefined {
  if (value === undefined || value === null) return undefined;
  const object = asObject(value);
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

/** Plausible's tracker sends an empty object with each event of a tagged element. */
function saysNothing(revenue: Record<string, unknown>): boolean {
  return revenue["amount"] === undefined && revenue["currency"] === undefined;
}

function toAmount(value: unknown): number | undefined {
  const isNumeric = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
  const amount = isNumeric ? Number(value) : value;
  return typeof amount === "number" && Math.abs(amount) <= amountMax ? amount : undefined;
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  let object = value;
  if (typeof value === "string") {
    if (value.length > propCharactersMax) return undefined;
    try {
      object = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  const isObject = typeof object === "object" && object !== null && !Array.isArray(object);
  return isObject ? (object as Record<string, unknown>) : undefined;
}
