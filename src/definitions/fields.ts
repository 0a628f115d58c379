/** Path of a field → its errors, which the readers of fields add to. */
export type Errors = Record<string, readonly string[]>;

/** The fields of a body, of which nothing is known. */
export type Input = Readonly<Record<string, unknown>>;

const nameCharactersMax = 120;

/** Returns whether the value is an object with fields, and no list. */
export function isObject(value: unknown): value is Input {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a name without blanks around it. */
export function readName(value: unknown, path: string, errors: Errors): string {
  const name = typeof value === "string" ? value.trim() : value;
  return readText(name, path, nameCharactersMax, errors);
}

/** Returns a text of 1 to `charactersMax` characters. */
export function readText(
  value: unknown,
  path: string,
  charactersMax: number,
  errors: Errors,
): string {
  if (value === undefined) {
    errors[path] = ["is required"];
    return "";
  }
  const length = typeof value === "string" ? [...value].length : 0;
  if (length > 0 && length <= charactersMax) return value as string;
  errors[path] = [`must be text of 1 to ${charactersMax.toLocaleString("en")} characters`];
  return "";
}

/** Returns one of the texts; the first of them for a field with an error. */
export function readOneOf<Text extends string>(
  value: unknown,
  path: string,
  texts: readonly [Text, ...Text[]],
  errors: Errors,
): Text {
  const found = texts.find((text) => text === value);
  if (found === undefined) {
    errors[path] = [value === undefined ? "is required" : `must be one of ${texts.join(", ")}`];
  }
  return found ?? texts[0];
}

/** Returns 1 if viewers see the definition; 0 as without the field. */
export function readPublic(value: unknown, errors: Errors): 0 | 1 {
  if (value === undefined || value === 0 || value === "0") return 0;
  if (value !== 1 && value !== "1") errors["public"] = ["must be 0 or 1"];
  return 1;
}
