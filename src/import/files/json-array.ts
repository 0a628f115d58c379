import { importProblem } from "../../model/import-problems.ts";
import { ImportFailed } from "../problems.ts";
import type { SourceFile } from "./source-file.ts";

/** Elements are handed on when they have this many bytes together. */
const bytesAtOnce = 1024 * 1024;
/** An element must not fill the memory. The elements of all formats are far smaller. */
const elementBytesMax = 16 * 1024 * 1024;

const byteOrderMark = Buffer.from("\uFEFF");
const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;

/**
 * Yields the elements of a JSON array, some at a time; undefined for one that is no JSON or longer
 * than 16 MiB. Throws `ImportFailed` if the file is no array, or ends within it.
 */
export async function* jsonArray(file: SourceFile): AsyncGenerator<readonly unknown[]> {
  const splitter = new ArraySplitter(file.name);
  let some: unknown[] = [];
  let bytes = 0;
  for await (const chunk of file.read()) {
    for (const text of splitter.push(chunk)) {
      some.push(text === undefined ? undefined : parseElement(text));
      bytes += text?.length ?? 0;
      if (bytes < bytesAtOnce) continue;
      yield some;
      some = [];
      bytes = 0;
    }
  }
  splitter.end();
  if (some.length > 0) yield some;
}

function parseElement(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Cuts the bytes of an array into those of its elements. It follows strings and brackets alone, so
 * an element that is no JSON ends where its brackets do. Several arrays may follow each other.
 */
class ArraySplitter {
  readonly #name: string;
  /** Bytes from the beginning of the file, up to the length of a byte order mark. */
  #position = 0;
  /** The number of open brackets: 1 between elements. */
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  /** Bytes of an element whose end has not arrived. */
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Yields the bytes of each element that ends here; undefined for one that is too long. */
  *push(chunk: Buffer): Generator<Buffer | undefined> {
    let start = 0;
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i] ?? 0;
      if (this.#isString) this.#goOnInString(byte);
      else if (this.#depth === 0) {
        this.#begin(byte, i);
        start = i + 1;
      } else if (byte === quote) this.#isString = true;
      else if (this.#isEnd(byte)) {
        this.#add(chunk.subarray(start, i));
        start = i + 1;
        yield* this.#take();
      }
    }
    this.#position += chunk.length;
    if (this.#depth > 0) this.#add(chunk.subarray(start));
  }

  /** Throws `ImportFailed` if an array has no end. */
  end(): void {
    if (this.#depth > 0) throw new ImportFailed(importProblem("json_end", { file: this.#name }));
  }

  #goOnInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isString = false;
  }

  /** Takes a byte outside of arrays. */
  #begin(byte: number, index: number): void {
    if (byte === openBracket) this.#depth = 1;
    else if (!isBlank(byte) && byteOrderMark[this.#position + index] !== byte) {
      throw new ImportFailed(importProblem("json_list", { file: this.#name }));
    }
  }

  /** Takes a byte outside of strings. Returns whether an element ends before it. */
  #isEnd(byte: number): boolean {
    if (byte === comma) return this.#depth === 1;
    if (isOpener(byte)) this.#depth += 1;
    else if (isCloser(byte)) this.#depth -= 1;
    return this.#depth === 0;
  }

  #add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > elementBytesMax) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  /** Yields the element that has ended, unless it is blank: an empty array has none. */
  *#take(): Generator<Buffer | undefined> {
    const isTooLong = this.#bytes > elementBytesMax;
    const element = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    if (isTooLong) yield undefined;
    else if (!element.every(isBlank)) yield element;
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function isOpener(byte: number): boolean {
  return byte === openBracket || byte === 0x7b;
}

function isCloser(byte: number): boolean {
  return byte === 0x5d || byte === 0x7d;
}
