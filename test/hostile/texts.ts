import fc from "fast-check";

/** Units that a text repeats. Some are slow to convert, some to match, some end texts early. */
const units = [
  "한",
  "ß",
  "é",
  "😀",
  "\u0130",
  "\u202e",
  "\u0000",
  "\ud800",
  "a",
  "A",
  "1",
  " ",
  "%",
  "%ED%95%9C",
  "a.",
  ".",
  "xn--",
  "/",
  "../",
  "?",
  "&",
  "=",
  "a=b&",
  "#",
  "-",
  ",",
  ";",
  ":",
  "'",
  '"',
  "\\",
  "*",
  "(",
  "[",
  "{",
  "\n",
  "\r\n",
  "\t",
  "2026-01-01",
  "10.0.0.1\n",
  "::/0\n",
] as const;

/**
 * A special unit that stands for as many different characters. They are the slowest to convert to
 * punycode.
 */
const hangul = "different Hangul";
const syllables = 11_172;

/** Returns that many characters, each different, until there are no more. */
export function distinctHangul(count: number): string {
  return Array.from({ length: count }, (_, i) =>
    String.fromCharCode(0xac00 + (i % syllables)),
  ).join("");
}

/** Texts before and behind the repetition. */
const frames = [
  ["", ""],
  ["http://", ""],
  ["https://", "/"],
  ["https://example.com/", ""],
  ["https://example.com/?", "=1"],
  ["https://example.com/?utm_source=", ""],
  ["https://user:", "@example.com/"],
  ["http://[", "]"],
  ["http://example.com:", "/"],
  ["xn--", ".example"],
  ["//", ""],
  ["javascript:", ""],
  ["Mozilla/5.0 (", ")"],
  ["Mozilla/5.0 (Linux; Android 10; ", " Build/) Chrome/1"],
] as const;

const special = [
  "",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "-0",
  "0x10",
  "1e309",
  "9007199254740993",
  "-9223372036854775809",
  "2026-02-31",
  "0000-00-00",
  "+275760-09-13",
  "9999-12-31T23:59:60Z",
  "Europe/../Berlin",
  "Etc/GMT+99",
  "::ffff:1.2.3.4",
  "0.0.0.0/-1",
  "1' OR '1'='1",
  "{{7*7}}",
  "\ud800",
  "\udfff",
  "\u0000",
  "\ufeff",
  "\u2028",
  "!",
  "!!",
  "*",
] as const;

/** Draws the share of the room that is used: all of it, half of the time. */
export const share = fc.oneof(
  { withCrossShrink: true },
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constant(1),
);

/**
 * Draws one of the units, repeated up to `bytesMax` bytes. Each character of a unit is one byte.
 */
export function repeated(units: readonly string[], bytesMax: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...units), share)
    .map(([unit, part]) => unit.repeat(Math.ceil((bytesMax / unit.length) * part)));
}

/** Draws text of at most about `bytesMax` bytes, as `sizeOf` counts them. */
export function hostileText(
  bytesMax: number,
  sizeOf: (text: string) => number = Buffer.byteLength,
): fc.Arbitrary<string> {
  const fill = fc.oneof({ arbitrary: share, weight: 2 }, fc.constant(0.01));
  const framed = fc
    .record({ unit: fc.constantFrom(...units, hangul), frame: fc.constantFrom(...frames), fill })
    .map(({ unit, frame: [before, after], fill }) => {
      const room = bytesMax * fill - sizeOf(before) - sizeOf(after);
      const count = Math.max(1, Math.floor(room / sizeOf(unit === hangul ? "한" : unit)));
      const long = unit === hangul ? distinctHangul(count) : unit.repeat(count);
      return before + long + after;
    });
  return fc.oneof(
    { arbitrary: framed, weight: 3 },
    { arbitrary: fc.constantFrom(...special), weight: 2 },
    { arbitrary: fc.string({ unit: "binary", maxLength: 20 }), weight: 1 },
  );
}

/**
 * Encodes text like `encodeURIComponent`, which throws at lone surrogates: here these have bytes,
 * too.
 */
export function percentEncode(text: string): string {
  return text.replaceAll(/[\ud800-\udbff][\udc00-\udfff]|./gs, (character) => {
    if (/^[A-Za-z0-9._~-]$/.test(character)) return character;
    const code = character.charCodeAt(0);
    if (character.length === 1 && code >= 0xd800 && code <= 0xdfff) {
      return `%ED%${hex(0x80 | ((code >> 6) & 0x3f))}%${hex(0x80 | (code & 0x3f))}`;
    }
    return encodeURIComponent(character);
  });
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}
