import { Problem } from "../errors.ts";
import type { Table } from "./record.ts";

/** Rows of one table and month that are inserted as one, and are all there or not at all. */
export interface Batch {
  readonly id: string;
  readonly table: Table;
  readonly month: number;
  readonly rows: Buffer;
}

/** The store, as far as shipping needs it. */
export interface BatchStore {
  /** A batch that was never sent. On disk when it resolves; when it throws, it may have arrived. */
  insert(batch: Batch): Promise<void>;
  /** A batch that may have been sent: on disk, and there once, when it resolves. */
  insertAgain(batch: Batch): Promise<void>;
}

/** The store will not take these rows. */
export class BatchRefused extends Error {}

/** Another process sends the same batch at this moment: one of the two attempts was refused, or ended by the other. */
export class BatchContended extends Problem {
  constructor(cause: unknown) {
    super("STORE_UNAVAILABLE", { cause });
  }
}
