/** A number that is exactly one integer divided by another, which is above zero. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** A number as its shortest decimal text. Answers are compared by such texts, never by doubles. */
export class Exact {
  readonly text: string;
  /** Another number that is right as well. */
  readonly or: string | undefined;

  constructor(text: string, or?: Exact) {
    this.or = or?.text;
    const [, sign = "", whole = "", digits = ""] = /^(-?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
    if (whole + digits === "" && !/^-?0/.test(text)) throw new Error(`${text} is no decimal`);
    const amount = `${whole || "0"}${digits === "" ? "" : `.${digits}`}`;
    this.text = amount === "0" ? amount : `${sign}${amount}`;
  }
}

/** Returns a fraction, or null where it would divide by zero. */
export function divide(over: bigint | number, under: bigint | number): Fraction | null {
  if (BigInt(under) === 0n) return null;
  const sign = BigInt(under) < 0n ? -1n : 1n;
  return { over: sign * BigInt(over), under: sign * BigInt(under) };
}

/** Compares two fractions, null last in an ascending order. */
export function compareFractions(a: Fraction | null, b: Fraction | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const [left, right] = [a.over * b.under, b.over * a.under];
  return left < right ? -1 : Number(left > right);
}

/**
 * Returns the fraction with so many digits after the point, rounded half away from zero; null
 * stays null.
 */
export function rounded(fraction: Fraction | null, digits: number): Exact | null {
  if (fraction === null) return null;
  const scale = 10n ** BigInt(digits);
  const amount = fraction.over < 0n ? -fraction.over : fraction.over;
  const units = (2n * amount * scale + fraction.under) / (2n * fraction.under);
  return exact(fraction.over < 0n ? -units : units, digits);
}

/** Returns an integer of units that have so many digits after the point. */
export function exact(units: bigint, digits: number): Exact {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, "0");
  const point = text.length - digits;
  return new Exact(`${units < 0n ? "-" : ""}${text.slice(0, point)}.${text.slice(point)}`);
}

/**
 * Returns a rate or an average with four digits after the point; null stays null. At an exact half
 * both neighbours are right, as the answer is computed in floating-point numbers.
 */
export function nearest(fraction: Fraction | null): Exact | null {
  if (fraction === null) return null;
  const { over, under } = fraction;
  const above = floor(2n * over * 10_000n + under, 2n * under);
  const below = -floor(under - 2n * over * 10_000n, 2n * under);
  return new Exact(exact(above, 4).text, exact(below, 4));
}

/** Returns the greatest integer up to the quotient. */
function floor(over: bigint, under: bigint): bigint {
  const quotient = over / under;
  return over < 0n && quotient * under !== over ? quotient - 1n : quotient;
}

/** Returns the relative change; null where a number is missing or the earlier one is 0. */
export function changeOf(now: Fraction | null, before: Fraction | null): Exact | null {
  if (now === null || before === null || before.over === 0n) return null;
  const grown = now.over * before.under - before.over * now.under;
  return nearest(divide(grown, before.over * now.under));
}

export function whole(count: number | bigint): Fraction {
  return { over: BigInt(count), under: 1n };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

export function sumOf(numbers: readonly bigint[]): bigint {
  return numbers.reduce((total, each) => total + each, 0n);
}
