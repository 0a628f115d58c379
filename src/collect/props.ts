import { propCharactersMax, propsMax } from "../model/limits.ts";
import { readObject } from "./json-object.ts";

const scalars = new Set(["string", "number", "boolean"]);
/** Halves of characters, which JSON can have and UTF-8 cannot. */
const loneSurrogate = /\p{Surrogate}/u;
const loneSurrogates = /\p{Surrogate}/gu;

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
  const object = readObject(value);
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
