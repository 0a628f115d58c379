import { Problem } from "../base/errors.ts";
import type { Table } from "./record.ts";

/** Rows of one table and month that one insert sends. The store has all of them or none. */
export interface Batch {
  readonly id: string;
  readonly table: Table;
  readonly month: number;
  readonly rows: Buffer;
}

/** The part of the store that shipping needs. */
export interface BatchStore {
  /**
   * Sends a batch for the first time. Resolves when the batch is on disk. If it throws, the batch
   * may have arrived.
   */
  insert(batch: Batch): Promise<void>;
  /** Sends a batch that may have been sent before. Resolves when it is on disk, exactly once. */
  insertAgain(batch: Batch): Promise<void>;
}

/** The error of a store that refuses the batch for the content of its rows. */
export class BatchRefused extends Error {}

/**
 * The error of an attempt that met another process's attempt to send the same batch. One of the two
 * was refused, or ended by the other.
 */
export class BatchContended extends Problem {
  constructor(cause: unknown) {
    super("STORE_UNAVAILABLE", { cause });
  }
}
