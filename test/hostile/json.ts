import fc from "fast-check";

import { hostileText, share } from "./texts.ts";

/** Text of JSON, including values that JavaScript cannot hold, and keys that come twice. */
export type JsonText = string;

const oddNumbers = ["1e309", "-1e400", "1e-400", "-0", "9007199254740993", "0.1", "-1", "1E+2"];
const oddValues = [
  "null",
  "true",
  "[]",
  "{}",
  '""',
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"length":4294967295}',
  '{"then":1}',
  '{"toJSON":1}',
  "[[],{},null]",
];
/** Texts that open a nested value, and those that close it. */
const nests = [
  ["[", "]"],
  ['{"a":', "}"],
  ['{"__proto__":', "}"],
  ["[0,", "]"],
  ['{"a":[', "]}"],
] as const;
/** The beginning, the repeated element and the end of a long list or object. */
const wides = [
  ["[", "0,", "0]"],
  ["[", "[],", "0]"],
  ["[", "{},", "0]"],
  ["[", '"",', "0]"],
  ["{", '"a":0,', '"a":0}'],
  ["{", '"__proto__":0,', '"a":0}'],
] as const;

/** Draws JSON of at most about `bytesMax` bytes that no schema asks for. */
export function hostileJson(bytesMax: number): fc.Arbitrary<JsonText> {
  const escapedBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
  const text = hostileText(bytesMax, escapedBytes).map((value) => JSON.stringify(value));
  const many = (unitBytes: number, part: number) => Math.floor((bytesMax * part) / unitBytes);
  const deep = fc
    .record({ nest: fc.constantFrom(...nests), part: share })
    .map(({ nest: [open, close], part }) => {
      const depth = many(open.length + close.length, part);
      return `${open.repeat(depth)}0${close.repeat(depth)}`;
    });
  const wide = fc
    .record({ wide: fc.constantFrom(...wides), part: share })
    .map(
      ({ wide: [open, item, end], part }) => `${open}${item.repeat(many(item.length, part))}${end}`,
    );
  const keys = share.map((part) => {
    const count = many(8, part);
    return `{${Array.from({ length: count }, (_, i) => `"${i.toString(36)}":0`).join(",")}}`;
  });
  const digits = fc
    .record({ sign: fc.constantFrom("", "-", "0.", "1e"), part: share })
    .map(({ sign, part }) => `${sign}${"9".repeat(Math.max(1, many(1, part)))}`);
  const plain = fc.oneof(
    text,
    fc.constantFrom(...oddNumbers, ...oddValues),
    deep,
    wide,
    keys,
    digits,
  );
  return fc.oneof(
    { arbitrary: plain, weight: 8 },
    // Some fields take an object as a JSON string.
    { arbitrary: plain.map((value) => JSON.stringify(value.slice(0, bytesMax / 2))), weight: 1 },
  );
}
