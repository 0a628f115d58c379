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

/**
 * Returns a sum, such as `-12.5`, divided by a count above 0. Rounds half away from zero, to this
 * number of digits after the point, and drops zeros at the end. The sum has no more digits than
 * that.
 */
export function meanOf(sum: string, count: number, digits: number): Decimal {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(sum) ?? [];
  const units = BigInt(whole + fraction.padEnd(digits, "0"));
  const divisor = BigInt(count);
  const rounded = (2n * units + divisor) / (2n * divisor);
  if (rounded === 0n) return new Decimal("0");
  const text = String(rounded).padStart(digits + 1, "0");
  const point = text.length - digits;
  return new Decimal(sign + withoutEndZeros(`${text.slice(0, point)}.${text.slice(point)}`));
}

/** Returns a number with a point, without the zeros at its end. Takes one pass, from the end. */
export function withoutEndZeros(number: string): string {
  let end = number.length;
  while (number[end - 1] === "0") end -= 1;
  return number.slice(0, number[end - 1] === "." ? end - 1 : end);
}
