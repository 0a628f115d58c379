import type { Readable } from "node:stream";

import type { Sql } from "./sql.ts";

/** What the rest of the program asks of ClickHouse, wherever it runs. */
export interface Database {
  /**
   * Rows of a query. Throws `Problem` STORE_UNAVAILABLE when the store cannot answer now. With limits also
   * QUERY_TOO_LONG and QUERY_TOO_LARGE, and once the signal is aborted its reason.
   */
  rows<Row>(query: Sql, limits?: QueryLimits): Promise<Row[]>;
  /**
   * The rows of a query as CSV (RFC 4180), without a header, and null as an empty field. It resolves, and throws as
   * `rows` does, when all of them are there: the stream reads what the store keeps until then in its memory and
   * on its disk. The stream holds a connection until it is read to its end or destroyed, and fails when the
   * store goes away, or when nothing is read for half a minute.
   */
  csv(query: Sql, limits: QueryLimits): Promise<Readable>;
  /** A statement without result. */
  run(statement: Sql, options?: RunOptions): Promise<void>;
  /** One insert of prepared RowBinary. When it resolves, the rows are on the store's disk. */
  insert(insert: Insert): Promise<void>;
}

/** What a question may take. Whichever limit it meets, the work on it ends in ClickHouse, too. */
export interface QueryLimits {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Until when, on the clock of `performance.now()`; the questions of one report share it. */
  readonly deadlineMs: number;
  /** The store's own limit where it is not given. */
  readonly threadsMax?: number | undefined;
  /** Half of it, and a question goes on on the disk. The store's own limit where it is not given. */
  readonly memoryBytesMax?: number | undefined;
}

export interface RunOptions {
  /** The statement may take hours; otherwise a store that says nothing for half a minute counts as away. */
  readonly isLong?: boolean;
  /** While a statement of the same id runs, on whose behalf it may be, this one is refused. */
  readonly queryId?: string;
  /** Half of it, and the statement goes on on the disk. The store's own limit where it is not given. */
  readonly memoryBytesMax?: number;
}

export interface Insert {
  /** `INSERT INTO table (columns) FORMAT RowBinary`. */
  readonly statement: Sql;
  readonly rows: Buffer;
  /** The query's id, a UUID; the events table keeps it in every row as `batch`. */
  readonly queryId: string;
  /** A second insert with the token of an earlier one changes nothing. */
  readonly deduplicationToken: string;
}
