import { importProblem } from "../../model/import-problems.ts";
import { ImportFailed } from "../problems.ts";
import type { RowCounter } from "../run/row-counter.ts";
import type { SourceFile } from "./source-file.ts";

/** Follows an import through its files, which are read one after the other. */
export class FileWatch {
  /** Bytes read so far, of all files, as they are when unpacked. */
  bytes = 0;
  readonly #counter: RowCounter;
  #open: { readonly name: string; readonly read: number; readonly broken: number } | undefined;

  constructor(counter: RowCounter) {
    this.#counter = counter;
  }

  /** Returns the file, whose reading is followed. */
  watch(file: SourceFile): SourceFile {
    const watch = this;
    return {
      name: file.name,
      async *read() {
        watch.end();
        const { read, skipped } = watch.#counter;
        watch.#open = { name: file.name, read, broken: skipped.broken ?? 0 };
        for await (const chunk of file.read()) {
          watch.bytes += chunk.length;
          yield chunk;
        }
      },
    };
  }

  /** Ends the last file. Throws `ImportFailed` if more than half of its rows were broken. */
  end(): void {
    if (this.#open === undefined) return;
    const { name } = this.#open;
    const rows = this.#counter.read - this.#open.read;
    const broken = (this.#counter.skipped.broken ?? 0) - this.#open.broken;
    this.#open = undefined;
    if (broken * 2 <= rows) return;
    const numbers = { broken: String(broken), rows: String(rows) };
    throw new ImportFailed(importProblem("rows_broken", { file: name, ...numbers }));
  }
}
