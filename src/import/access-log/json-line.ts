/*
 * Values are looked up in the text of a line, because parsing a whole line of a kilobyte costs more
 * than all else that an import does with it. A name in quotes before a colon can only be a key: in
 * a text, quotes are escaped. A format must only ask for names that occur once, at whatever depth.
 *
 * Servers write keys in a fixed order, so a search goes on where the last one ended, and then once
 * more from the line's beginning. A hostile line costs time in proportion to its length.
 */

const quote = 34;
const openingBracket = 91;
const colon = 58;
const space = 32;
const tab = 9;
const backslash = 92;

/** A line that should be one object of JSON. */
export class JsonLine {
  readonly #line: string;
  /** Where the last search ended. */
  #at = 0;

  constructor(line: string) {
    this.#line = line;
  }

  /** Whether the line looks like an object that has not been broken off. */
  get isObject(): boolean {
    return this.#line.startsWith("{") && this.#line.endsWith("}");
  }

  /** Returns whether the object has the key. The next search begins at its value. */
  has(name: string): boolean {
    return this.#find(name) !== -1;
  }

  /** Returns whether the value of a key is an object. */
  isNested(name: string): boolean {
    const at = this.#find(name);
    return at !== -1 && this.#line.startsWith("{", at);
  }

  /**
   * Returns the text of a key, or the first one of a list. Returns "" for `-` and for anything but
   * a text, and undefined if there is no such key.
   */
  text(name: string): string | undefined {
    let at = this.#find(name);
    if (at === -1) return undefined;
    if (this.#line.charCodeAt(at) === openingBracket) at = skipBlanks(this.#line, at + 1);
    if (this.#line.charCodeAt(at) !== quote) return "";
    const text = this.#readText(at + 1);
    return text === "-" ? "" : text;
  }

  /** Returns the text or the number of a key, or undefined if there is none. */
  scalar(name: string): string | number | undefined {
    const at = this.#find(name);
    if (at === -1) return undefined;
    if (this.#line.charCodeAt(at) === quote) return this.#readText(at + 1);
    let end = at;
    while (isNumberPart(this.#line.charCodeAt(end))) end += 1;
    return end === at ? undefined : Number(this.#line.slice(at, end));
  }

  /** Returns the status of a key, which some programs write as a text, or 0 if there is none. */
  status(name: string): number {
    return Math.max(Number(this.scalar(name)), 0) || 0;
  }

  /** Returns whether the value of a key is `true`. */
  isTrue(name: string): boolean {
    const at = this.#find(name);
    return at !== -1 && this.#line.startsWith("true", at);
  }

  /** Returns where the value of a key begins, or -1. */
  #find(name: string): number {
    const end = keyEndOf(name);
    let at = findValue(this.#line, end, this.#at);
    if (at === -1 && this.#at > 0) at = findValue(this.#line, end, 0);
    if (at !== -1) this.#at = at;
    return at;
  }

  #readText(start: number): string {
    const line = this.#line;
    let end = line.indexOf('"', start);
    while (end !== -1 && isEscaped(line, end, start)) end = line.indexOf('"', end + 1);
    if (end === -1) return "";
    this.#at = end;
    const text = line.slice(start, end);
    return text.includes("\\") ? decodeText(text) : text;
  }
}

/** The ends of keys by their names, which are few. Joining them for each line would cost more. */
const keyEnds = new Map<string, string>();

/**
 * Returns the text that the search looks for. It leaves out the opening quote, because a search for
 * that would stop at every quote of the line.
 */
function keyEndOf(name: string): string {
  let end = keyEnds.get(name);
  if (end === undefined) {
    end = `${name}"`;
    keyEnds.set(name, end);
  }
  return end;
}

function findValue(line: string, keyEnd: string, from: number): number {
  let found = line.indexOf(keyEnd, from);
  while (found !== -1) {
    const at = skipBlanks(line, found + keyEnd.length);
    const isQuoted =
      line.charCodeAt(found - 1) === quote && line.charCodeAt(found - 2) !== backslash;
    if (isQuoted && line.charCodeAt(at) === colon) return skipBlanks(line, at + 1);
    found = line.indexOf(keyEnd, at);
  }
  return -1;
}

function skipBlanks(line: string, from: number): number {
  let at = from;
  while (line.charCodeAt(at) === space || line.charCodeAt(at) === tab) at += 1;
  return at;
}

function isEscaped(line: string, at: number, start: number): boolean {
  let first = at;
  while (first > start && line.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

function decodeText(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return "";
  }
}

/** Returns whether the character belongs to a number: a digit, `+`, `-`, `.`, `E` or `e`. */
function isNumberPart(code: number): boolean {
  const isDigit = code >= 48 && code <= 57;
  return isDigit || code === 43 || code === 45 || code === 46 || code === 69 || code === 101;
}
