const space = 32;
const hyphen = 45;
const backslash = 92;

/**
 * Returns the offset of the quote that ends a field, or -1. It is the first one that is not escaped
 * and precedes a space or the end of the line, so the bare quotes of old servers do not end a
 * field.
 */
export function findClosingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at !== -1) {
    const ends = at + 1 === line.length || line.charCodeAt(at + 1) === space;
    if (ends && !isEscaped(line, at)) return at;
    at = line.indexOf('"', at + 1);
  }
  return -1;
}

/**
 * Returns whether the quote is escaped. Apache doubles backslashes, so an odd number of them
 * escapes.
 */
function isEscaped(line: string, quote: number): boolean {
  let at = quote - 1;
  while (line.charCodeAt(at) === backslash) at -= 1;
  return (quote - at) % 2 === 0;
}

/** Returns the field without its escapes, or "" if it is `-`. */
export function readField(line: string, start: number, end: number): string {
  if (end - start === 1 && line.charCodeAt(start) === hyphen) return "";
  const text = line.slice(start, end);
  return text.includes("\\") ? decodeEscapes(text) : text;
}

const escapeSequence = /\\(?:x([0-9A-Fa-f]{2})|([bnrtv"\\]))/g;
const controls: Readonly<Record<string, string>> = {
  b: "\b",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/**
 * Decodes the escapes of a field. Apache writes `\"`, `\\`, `\n` and the like, and `\xHH` for a
 * byte; nginx and AWS write only the last. An escape that nobody writes stays as it is.
 *
 * Several bytes can form one character, so the text is decoded as bytes: in Latin-1, where a
 * character is a byte.
 */
function decodeEscapes(text: string): string {
  const bytes = Buffer.from(text, "utf8").toString("latin1");
  const decoded = bytes.replace(escapeSequence, (_all, hex: string | undefined, char: string) =>
    hex === undefined ? (controls[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, "latin1").toString("utf8");
}
