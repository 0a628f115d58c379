import { randomUUID } from "node:crypto";
import type { Database } from "../../clickhouse/database.ts";
import { identifier, type Sql, sql } from "../../clickhouse/sql.ts";
import type { DaySpan } from "../../definitions/import.ts";
import type { SourceTotal } from "../format.ts";
import { withinSpans } from "./staged-events.ts";

const rowsAtOnce = 20_000;

/** The totals of an import before any of them counts, in a table that no query reads. */
export class StagedTotals {
  readonly #db: Database;
  readonly #table: Sql;
  #lines: string[] = [];

  constructor(db: Database, name: string) {
    this.#db = db;
    this.#table = identifier(name);
  }

  /** Makes an empty table in place of what an earlier attempt has left. */
  async begin(): Promise<void> {
    await this.drop();
    await this.#db.run(sql`
      CREATE TABLE ${this.#table}
      (
          dimension LowCardinality(String),
          date Date,
          value String,
          visitors UInt64,
          pageviews UInt64,
          occurrences UInt64,
          amount Decimal(38, 3),
          visits Nullable(UInt64),
          bounces Nullable(UInt64),
          visit_ms Nullable(UInt64)
      )
      ENGINE = MergeTree
      ORDER BY (date, dimension, value)`);
  }

  /** Adds totals. They are in the table for sure after `flush`. */
  async add(totals: readonly SourceTotal[]): Promise<void> {
    for (const { milliAmount = 0, visits, rows: _, ...total } of totals) {
      const amount = (milliAmount / 1000).toFixed(3);
      this.#lines.push(JSON.stringify({ ...total, ...visits, amount }));
    }
    if (this.#lines.length >= rowsAtOnce) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const rows = Buffer.from(this.#lines.join("\n"));
    this.#lines = [];
    await this.#db.insert({
      // Several threads would leave no processor to others.
      statement: sql`
        INSERT INTO ${this.#table}
        SETTINGS input_format_parallel_parsing = 0
        FORMAT JSONEachRow`,
      rows,
      queryId: randomUUID(),
      deduplicationToken: randomUUID(),
    });
  }

  /** Returns the rows of these days. */
  rowsOf(days: readonly DaySpan[]): Sql {
    return sql`
      SELECT *
      FROM ${this.#table}
      WHERE ${withinSpans(days)}`;
  }

  async drop(): Promise<void> {
    await this.#db.run(sql`
      DROP TABLE IF EXISTS ${this.#table}
      SYNC
      SETTINGS max_table_size_to_drop = 0`);
  }
}
