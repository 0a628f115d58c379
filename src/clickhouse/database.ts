import type { Readable } from "node:stream";

import type { Sql } from "./sql.ts";

/** The operations of ClickHouse that the program uses, wherever ClickHouse runs. */
export interface Database {
  /**
   * Returns the rows of a query. Decimal numbers are texts in them. Throws `Problem`
   * STORE_UNAVAILABLE if the store cannot answer now. With limits it also throws QUERY_TOO_LONG and
   * QUERY_TOO_LARGE, and the signal's reason once the signal is aborted.
   */
  rows<Row>(query: Sql, limits?: QueryLimits): Promise<Row[]>;
  /**
   * Returns the rows of a query as CSV (RFC 4180), without a header, and with null as an empty
   * field. Resolves when all of them are there, and throws as `rows` does. The store holds the rows
   * in its memory and on its disk until the stream has read them. The stream holds a connection
   * until it is read to its end or destroyed. It fails if the store becomes unavailable, or if
   * nothing is read for half a minute.
   */
  csv(query: Sql, limits: QueryLimits): Promise<Readable>;
  /**
   * Returns the rows of a query in one of the formats that others read, in UTF-8, CSV without a
   * header. Resolves at the first bytes, which have to be there by the deadline, and throws as
   * `rows` does. ClickHouse writes on as the stream is read, however long that takes, and holds a
   * few blocks of rows. The stream fails, and never ends, if ClickHouse breaks off, or if nothing
   * is read for half a minute.
   */
  stream(query: Sql, format: StreamFormat, limits: QueryLimits): Promise<Readable>;
  /**
   * Returns the rows of a query in ClickHouse's own form, `Native`, for an insert on another
   * server. Throws as `rows` does. As with `csv`, the stream holds a connection, and the store
   * holds the rows that it has not read.
   */
  native(query: Sql): Promise<Readable>;
  /**
   * Runs a statement that has no result. Throws `QueryIdInUse` while another with its `queryId` is
   * running, whoever started it.
   */
  run(statement: Sql, options?: RunOptions): Promise<void>;
  /** Runs one insert of prepared rows. Resolves when they are on the store's disk. */
  insert(insert: Insert): Promise<void>;
}

/** ClickHouse's names of the formats in which it writes for others. */
export type StreamFormat = "JSONEachRow" | "CSV" | "Parquet";

/** Thrown if a statement with the same id is running. */
export class QueryIdInUse extends Error {}

/** Limits of a query. Whichever limit it meets, the work on it ends in ClickHouse, too. */
export interface QueryLimits {
  /** The signal, which is aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The end of its time by `performance.now()`. All SQL for one query of the API shares it. */
  readonly deadlineMs: number;
  /** Threads for the query; the store's own limit if undefined. */
  readonly threadsMax?: number | undefined;
  /**
   * Memory for the query, which spills to disk at half of it; the store's own limit if undefined.
   */
  readonly memoryBytesMax?: number | undefined;
}

export interface RunOptions {
  /**
   * Whether the statement may take hours. Otherwise a store that sends nothing for half a minute
   * counts as unavailable.
   */
  readonly isLong?: boolean;
  readonly queryId?: string;
  /**
   * Memory for the statement, which spills to disk at half of it; the store's own limit if
   * undefined. A statement that needs more throws `Problem` QUERY_TOO_LARGE.
   */
  readonly memoryBytesMax?: number | undefined;
  /** Bytes that the text of the statement may have; the store's own limit if undefined. */
  readonly queryBytesMax?: number;
}

export interface Insert {
  /**
   * A statement such as `INSERT INTO table (columns) FORMAT RowBinary`, in the format of `rows`.
   */
  readonly statement: Sql;
  readonly rows: Buffer | Readable;
  /** The query's id, a UUID. The table `events` has it in every row as `batch`. */
  readonly queryId: string;
  /** A second insert with the token of an earlier one changes nothing. */
  readonly deduplicationToken: string;
}
