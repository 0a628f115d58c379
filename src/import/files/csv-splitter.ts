import { StringDecoder } from "node:string_decoder";

/** Rows are far shorter. A missing quote must not make one row of the whole file. */
const rowCharactersMax = 1024 * 1024;
const lineEndCharactersMax = 2;

/** The cells of a row; undefined for one that is broken or too long. */
export type CsvCells = readonly string[] | undefined;

/**
 * Cuts CSV (RFC 4180) into rows. Lines end with LF or CRLF, also both in one file. A mark of UTF-8
 * at the beginning and empty lines are ignored.
 *
 * A row that is no CSV must not take others with it:
 *
 * - A quote amid a cell, and text behind a closing quote on the same line, are parts of the cell.
 * - A quote that is not closed breaks the row up to the end of the line.
 *
 * `csv-parse` cannot go on after such a quote: it takes the rest of the file for one cell.
 */
export class CsvSplitter {
  readonly #decoder = new StringDecoder("utf8");
  /** Text whose row has not ended so far, in chunks. */
  #chunks: string[] = [];
  #length = 0;
  /** The length at which the text is worth another look: twice what it had at the last one. */
  #nextLook = 0;
  #isFirst = true;
  /** Whether the rest of a line is left out, as its row is too long. */
  #isTooLong = false;

  /** Returns rows that have ended. */
  push(bytes: Buffer): CsvCells[] {
    this.#add(this.#decoder.write(bytes));
    return this.#length < this.#nextLook ? [] : this.#cut({ isEnd: false });
  }

  /** Returns the rows that are left. */
  end(): CsvCells[] {
    this.#add(this.#decoder.end());
    const rows = this.#cut({ isEnd: true });
    return this.#isTooLong ? [...rows, undefined] : rows;
  }

  #add(text: string): void {
    const isMarked = this.#isFirst && text.startsWith("\uFEFF");
    const chunk = isMarked ? text.slice(1) : text;
    if (text !== "") this.#isFirst = false;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  #cut({ isEnd }: { readonly isEnd: boolean }): CsvCells[] {
    const text = this.#chunks.join("");
    const rows: CsvCells[] = [];
    let at = 0;
    while (at < text.length) {
      const lineFeed = text.indexOf("\n", at);
      const lineEnd = lineFeed === -1 && isEnd ? text.length : lineFeed;
      if (lineEnd === -1) {
        if (text.length - at > rowCharactersMax) this.#isTooLong = true;
        if (this.#isTooLong) at = text.length;
        break;
      }
      if (this.#isTooLong) {
        rows.push(undefined);
        this.#isTooLong = false;
        at = lineEnd + 1;
        continue;
      }
      const row = cutRow(text, at, lineEnd, isEnd);
      if (row === "unfinished") break;
      if (row === "too long") {
        this.#isTooLong = true;
        at = text.length;
        break;
      }
      const isLong = row.end - at > rowCharactersMax + lineEndCharactersMax;
      if (isLong || row.cells === undefined) rows.push(undefined);
      else if (row.cells.length > 1 || row.cells[0] !== "") rows.push(row.cells);
      at = row.end;
    }
    const rest = text.slice(at);
    this.#chunks = [rest];
    this.#length = rest.length;
    this.#nextLook = 2 * rest.length;
    return rows;
  }
}

interface Row {
  readonly cells: CsvCells;
  /** Where the next row begins. */
  readonly end: number;
}

/**
 * Returns the row that begins at an offset, on a line that ends at `lineEnd`. Returns "unfinished"
 * if its last quote is not closed, but may be when there is more text.
 */
function cutRow(
  text: string,
  start: number,
  lineEnd: number,
  isEnd: boolean,
): Row | "unfinished" | "too long" {
  const line = text.slice(start, lineEnd);
  if (!line.includes('"')) return { cells: withoutReturn(line).split(","), end: lineEnd + 1 };
  const closeMax = start + rowCharactersMax;
  const mayGrow = !isEnd && text.length <= closeMax + lineEndCharactersMax;
  const cells: string[] = [];
  let end = lineEnd;
  for (let at = start; ; ) {
    const limits = { lineEnd: end, closeMax, mayGrow };
    const quoted = text[at] === '"' ? readQuoted(text, at, limits) : undefined;
    if (quoted === "unfinished") return quoted;
    if (quoted === "broken") return { cells: undefined, end: end + 1 };
    if (quoted !== undefined) {
      cells.push(quoted.cell);
      if (text[quoted.end] !== ",") return { cells, end: rowEndAt(text, quoted.end) };
      at = quoted.end + 1;
      // A line feed within the cell has not ended the row.
      if (at > end) end = text.indexOf("\n", at);
      if (end !== -1) continue;
      if (!isEnd) return mayGrow ? "unfinished" : "too long";
      end = text.length;
      continue;
    }
    const comma = text.indexOf(",", at);
    if (comma === -1 || comma >= end) {
      cells.push(withoutReturn(text.slice(at, end)));
      return { cells, end: end + 1 };
    }
    cells.push(text.slice(at, comma));
    at = comma + 1;
  }
}

interface Quoted {
  readonly cell: string;
  /** The offset behind the closing quote. */
  readonly end: number;
}

interface QuoteLimits {
  /** The end of the line that the quote is on. */
  readonly lineEnd: number;
  /** The offset that it must be closed before. */
  readonly closeMax: number;
  /** Whether there may be more text. */
  readonly mayGrow: boolean;
}

/**
 * Returns the cell of an opening quote, or "broken" if nothing closes it. Returns undefined if
 * other text follows the closing quote on the same line: it is no quoted cell.
 */
function readQuoted(
  text: string,
  start: number,
  { lineEnd, closeMax, mayGrow }: QuoteLimits,
): Quoted | "unfinished" | "broken" | undefined {
  let hasQuotes = false;
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (at >= closeMax) return "broken";
    const next = text[at + 1];
    if (next === '"') {
      hasQuotes = true;
      continue;
    }
    // What follows may not have arrived.
    const isCut = next === undefined || (next === "\r" && at + 2 === text.length);
    if (mayGrow && isCut) return "unfinished";
    if (!isCellEnd(text, at + 1)) return at > lineEnd ? "broken" : undefined;
    const cell = text.slice(start + 1, at);
    return { cell: hasQuotes ? cell.replaceAll('""', '"') : cell, end: at + 1 };
  }
  return mayGrow ? "unfinished" : "broken";
}

function isCellEnd(text: string, at: number): boolean {
  return at >= text.length || text[at] === "," || rowEndAt(text, at) > at;
}

/** Returns the offset behind the end of a line at this offset; the same one if there is none. */
function rowEndAt(text: string, at: number): number {
  if (text[at] === "\n") return at + 1;
  if (text[at] === "\r" && (text[at + 1] === "\n" || at + 1 === text.length)) return at + 2;
  return at;
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
