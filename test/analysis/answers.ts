import { expect } from "vitest";

import { Exact } from "./reference/numbers.ts";

/**
 * Returns a value in a form that tells two numbers apart if any digit differs: each number is a
 * text, such as `#12.5`.
 */
export function canonical(value: unknown): unknown {
  if (value instanceof Exact) {
    const { text, or } = value;
    if (or === undefined || or === text) return `#${text}`;
    return expect.toSatisfy((found) => found === `#${text}` || found === `#${or}`);
  }
  if (typeof value === "number") return `#${new Exact(String(value)).text}`;
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, canonical(each)]));
}

/** Returns the value of a JSON text in the form of `canonical`. No number becomes a double. */
export function parseCanonical(json: string): unknown {
  const marked = json.replace(
    /("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?)([eE][+-]?\d+)?/g,
    (_, text, number, exponent) =>
      text ?? (exponent === undefined ? `"#${new Exact(number).text}"` : `"#${number}${exponent}"`),
  );
  return JSON.parse(marked);
}

/** Returns the lines of a CSV as RFC 4180 defines it, each as its fields. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let line: string[] = [];
  let read = 0;
  for (const [whole, quoted, plain, end] of text.matchAll(field)) {
    read += whole.length;
    line.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    lines.push(line);
    line = [];
  }
  if (read !== text.length) throw new Error(`no CSV from character ${read} on: ${text}`);
  return lines;
}

/** Returns a field of a CSV in the form of `canonical`, if it should stand for `wanted`. */
export function readField(field: string, wanted: unknown): unknown {
  if (wanted === null || wanted === undefined) return field === "" ? null : field;
  if (typeof wanted === "string") return field;
  return parseCanonical(field);
}
