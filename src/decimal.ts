/** A decimal number of any length, such as `-12.5`, which no floating-point number stands for. */
export class Decimal {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * Returns the JSON of a value. `JSON.stringify` cannot write a `Decimal`: it would have to be a
 * text or a floating-point number.
 */
export function toJson(value: unknown): string {
  if (value instanceof Decimal) return value.toString();
  if (Array.isArray(value)) return `[${value.map(toJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${toJson(field)}`).join(",")}}`;
}
