import { readHeader } from "./csv-rows.ts";
import type { SourceFile } from "./source-file.ts";

const [quote, comma, lineFeed, carriageReturn] = [0x22, 0x2c, 0x0a, 0x0d];
/** Longer values are cut, so that they do not fill the memory. */
const valueCharactersMax = 200;

/**
 * Returns the values of a column of a CSV file, each once, without the empty one. Stops after
 * `valuesMax`. Rows of another length than the header are left out. It reads the whole file, but
 * takes a small part of the time that parsing takes.
 */
export async function distinctValues(
  file: SourceFile,
  column: string,
  valuesMax: number,
): Promise<Set<string>> {
  const values = new Set<string>();
  const names = await readHeader(file);
  const index = names.indexOf(column);
  if (index === -1) return values;
  const scanner = new ColumnScanner(index, names.length, values);
  for await (const chunk of file.read()) {
    scanner.push(chunk);
    if (values.size >= valuesMax) return values;
  }
  scanner.endRow();
  return values;
}

/** Goes over the bytes of a CSV file and collects one column. */
class ColumnScanner {
  readonly #index: number;
  readonly #fields: number;
  readonly #values: Set<string>;
  #isHeader = true;
  #field = 0;
  #isQuoted = false;
  #wasQuoted = false;
  #bytesInField = 0;
  #value = "";

  constructor(index: number, fields: number, values: Set<string>) {
    this.#index = index;
    this.#fields = fields;
    this.#values = values;
  }

  push(chunk: Buffer): void {
    for (const byte of chunk) {
      if (this.#isQuoted) {
        if (byte === quote) {
          this.#isQuoted = false;
          this.#wasQuoted = true;
        } else this.#take(byte);
      } else if (byte === comma) this.#endField();
      else if (byte === lineFeed) this.endRow();
      // A quote opens a field, or it is the second of two, which stand for one.
      else if (byte === quote && this.#wasQuoted) {
        this.#isQuoted = true;
        this.#take(byte);
      } else if (byte === quote && this.#bytesInField === 0) this.#isQuoted = true;
      else if (byte !== carriageReturn) this.#take(byte);
    }
  }

  endRow(): void {
    const isWhole = this.#field === this.#fields - 1;
    const value = this.#value.trim();
    if (isWhole && !this.#isHeader && value !== "") this.#values.add(value);
    this.#isHeader = false;
    this.#endField();
    this.#field = 0;
    this.#value = "";
  }

  #endField(): void {
    this.#field += 1;
    this.#wasQuoted = false;
    this.#bytesInField = 0;
  }

  #take(byte: number): void {
    this.#bytesInField += 1;
    if (this.#field !== this.#index || this.#value.length >= valueCharactersMax) return;
    this.#value += String.fromCharCode(byte);
  }
}
