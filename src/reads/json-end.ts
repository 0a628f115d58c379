/**
 * Returns the place of the first character at which a text is no JSON: `line 2, column 14`. The
 * errors of `JSON.parse` say it of some mistakes alone.
 */
export function findJsonEnd(text: string): string {
  const reader = new JsonReader(text);
  reader.readValue();
  reader.skipSpace();
  const before = text.slice(0, reader.position).split("\n");
  return `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
}

const scalar =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Reads as far as the text is JSON. Methods return whether they found what they read. */
class JsonReader {
  position = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  readValue(): boolean {
    if (this.#take(/\[/y)) return this.#readList(/\]/y, () => this.readValue());
    if (!this.#take(/\{/y)) return this.#take(scalar);
    return this.#readList(/\}/y, () => this.#readMember());
  }

  skipSpace(): void {
    const space = /[ \t\r\n]*/y;
    space.lastIndex = this.position;
    space.exec(this.#text);
    this.position = space.lastIndex;
  }

  #readMember(): boolean {
    return this.#take(/(?=")/y) && this.#take(scalar) && this.#take(/:/y) && this.readValue();
  }

  #readList(end: RegExp, readEntry: () => boolean): boolean {
    if (this.#take(end)) return true;
    do if (!readEntry()) return false;
    while (this.#take(/,/y));
    return this.#take(end);
  }

  #take(pattern: RegExp): boolean {
    this.skipSpace();
    pattern.lastIndex = this.position;
    if (!pattern.test(this.#text)) return false;
    this.position = pattern.lastIndex;
    return true;
  }
}
