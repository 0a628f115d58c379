import { isObject, parseObject } from "../base/validation.ts";
import { propCharactersMax } from "../model/limits.ts";

/** Returns the value if it is an object, or JSON text of one; undefined otherwise. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "string") return isObject(value) ? value : undefined;
  return value.length > propCharactersMax ? undefined : parseObject(value);
}
