/** Returns SQL that draws values from hashes. */

/** Draws a number from 0 to below 1, a different one for each purpose. */
export function uniform(hash: string, purpose: string): string {
  return `(bitShiftRight(cityHash64(${hash}, '${purpose}'), 11) / 9007199254740992)`;
}

/** Draws an integer below `count`, by Zipf's law: n is drawn about 1/(n+1) as often as 0. */
export function zipf(hash: string, purpose: string, count: number | string): string {
  return `toUInt32(least(${count} - 1., exp(log(${count} + 1) * ${uniform(hash, purpose)}) - 1))`;
}

/** Picks the value at a place that is counted from 0. */
export function oneOf(values: readonly string[], index: string): string {
  return `CAST(${list(values)}, 'Array(LowCardinality(String))')[1 + ${index}]`;
}

/** Draws one of the values by Zipf's law, the first the most often. */
export function zipfOf(hash: string, purpose: string, values: readonly string[]): string {
  return oneOf(values, zipf(hash, purpose, values.length));
}

export function list(values: readonly string[]): string {
  return `[${values.map((value) => `'${value}'`).join(", ")}]`;
}

export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
