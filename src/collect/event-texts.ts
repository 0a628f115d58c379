import { invalid, type Problem } from "../base/errors.ts";

/** Limit of events, or of requests that may be reads, in a request. */
export const eventsMax = 1_000;
/**
 * Limit of values and keys in an event: more than fit into the 16 KiB of an event that a page
 * sends.
 */
export const valuesMax = 10_000;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [bracket, bracketEnd, brace, braceEnd] = [0x5b, 0x5d, 0x7b, 0x7d];
const lineFeed = 0x0a;

/** The items of a body, in the words of its errors. */
export type BodyItems = "events" | "requests";

/**
 * Cuts a JSON array into the texts of its elements, in one pass over the bytes and without parsing
 * them. Together with `JSON.parse` of each text, it accepts the arrays that `JSON.parse` accepts.
 * Throws `Problem` VALIDATION on `body` if the text is no array or has more than 1,000 elements.
 */
export function splitArray(body: Buffer, items: BodyItems = "events"): Buffer[] {
  let position = pastBlanks(body, 0);
  if (body[position] !== bracket) throw wrongBody("must be an array");
  position += 1;
  const texts: Buffer[] = [];
  for (;;) {
    const end = endOfElement(body, position);
    const text = body.subarray(position, end);
    const isLast = body[end] === bracketEnd;
    // `[]` has no element. `[1,]` has an empty one, which parsing refuses.
    if (!isLast || texts.length > 0 || !isBlank(text)) texts.push(text);
    if (texts.length > eventsMax) throw tooMany(items);
    position = end + 1;
    if (isLast) break;
    if (body[end] !== comma) throw wrongBody("is not valid JSON");
  }
  if (pastBlanks(body, position) < body.length) throw wrongBody("is not valid JSON");
  return texts;
}

/**
 * Cuts NDJSON into its lines, without blank ones. Throws `Problem` VALIDATION on `body` if there
 * are more than 1,000.
 */
export function splitLines(body: Buffer, items: BodyItems = "events"): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < body.length; ) {
    start = pastBlanks(body, start);
    let end = start;
    while (end < body.length && body[end] !== lineFeed) end += 1;
    if (end > start) lines.push(body.subarray(start, end));
    if (lines.length > eventsMax) throw tooMany(items);
    start = end + 1;
  }
  return lines;
}

/** Returns whether an event's text has so many values and keys that parsing it would take long. */
export function hasTooManyValues(text: Buffer): boolean {
  let values = 0;
  for (let i = 0; i < text.length && values <= valuesMax; i += 1) {
    const byte = text[i];
    if (byte === quote) i = endOfString(text, i);
    else if (byte === comma || byte === colon || byte === bracket || byte === brace) values += 1;
  }
  return values > valuesMax;
}

/** Returns the offset of the comma after the element, or of the bracket that closes the array. */
function endOfElement(body: Buffer, start: number): number {
  let depth = 0;
  for (let i = start; i < body.length; i += 1) {
    const byte = body[i];
    if (byte === quote) i = endOfString(body, i);
    else if (byte === bracket || byte === brace) depth += 1;
    else if (depth === 0 && (byte === comma || byte === bracketEnd)) return i;
    else if (byte === bracketEnd || byte === braceEnd) depth -= 1;
    if (depth < 0) break;
  }
  throw wrongBody("is not valid JSON");
}

/** Returns the offset of the quote that ends the string which begins at `start`. */
function endOfString(text: Buffer, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== quote) i += text[i] === backslash ? 2 : 1;
  return i;
}

function pastBlanks(text: Buffer, start: number): number {
  let i = start;
  while (i < text.length && isBlankByte(text[i])) i += 1;
  return i;
}

function isBlank(text: Buffer): boolean {
  return pastBlanks(text, 0) === text.length;
}

/** Returns whether the byte is JSON's white space. */
function isBlankByte(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === lineFeed || byte === 0x0d;
}

function tooMany(items: BodyItems): Problem {
  return wrongBody(`must have at most 1,000 ${items}`);
}

function wrongBody(error: string): Problem {
  return invalid({ body: [error] });
}
