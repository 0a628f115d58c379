import { RowBinaryWriter } from "../events/row-binary.ts";
import type { RecordPart, Table } from "./record.ts";

/** Rows of one table, gathered by month. */
export class MonthRows {
  readonly #table: Table;
  readonly #months = new Map<number, { readonly writer: RowBinaryWriter; rowCount: number }>();

  constructor(table: Table) {
    this.#table = table;
  }

  /**
   * Adds the row that `write` writes, and returns the row's bytes. Throws what `write` throws, and
   * then adds nothing.
   */
  add(month: number, write: (writer: RowBinaryWriter) => void): number {
    let rows = this.#months.get(month);
    if (rows === undefined) {
      rows = { writer: new RowBinaryWriter(), rowCount: 0 };
      this.#months.set(month, rows);
    }
    const { writer } = rows;
    const before = writer.length;
    try {
      write(writer);
    } catch (error) {
      // Half a row would make the rows behind it unreadable.
      writer.cut(before);
      throw error;
    }
    rows.rowCount += 1;
    return writer.length - before;
  }

  /** Returns all rows. It is called once, after the last `add`. */
  parts(): RecordPart[] {
    return [...this.#months]
      .filter(([, { rowCount }]) => rowCount > 0)
      .map(([month, { writer, rowCount }]) => ({
        table: this.#table,
        month,
        rowCount,
        rows: writer.take(),
      }));
  }
}
