import type { Sql } from "./sql.ts";

/** What the rest of the program asks of ClickHouse, wherever it runs. */
export interface Database {
  /** Rows of a query. Throws `Problem` STORE_UNAVAILABLE when the store cannot answer now. */
  rows<Row>(query: Sql): Promise<Row[]>;
  /** A statement without result. */
  run(statement: Sql): Promise<void>;
  /** One insert of prepared RowBinary. When it resolves, the rows are on the store's disk. */
  insert(insert: Insert): Promise<void>;
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
