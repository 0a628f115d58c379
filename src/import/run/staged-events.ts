import { hash, randomUUID } from "node:crypto";
import type { Database } from "../../clickhouse/database.ts";
import { bind, identifier, type Sql, sql } from "../../clickhouse/sql.ts";
import type { DaySpan } from "../../definitions/import.ts";
import { type EventRow, writeRow } from "../../events/row.ts";
import { RowBinaryWriter } from "../../events/row-binary.ts";
import { propCharactersMax } from "../../model/limits.ts";
import type { ImportName } from "../../rollups/totals.ts";
import { eventColumns } from "../../tables/imported-events.ts";
import type { PropTable, SourceEvent } from "../format.ts";
import type { ImportBatch } from "./batches.ts";

/** Rows are sent when they have this many bytes. */
const bytesAtOnce = 4 * 1024 * 1024;
/** Events whose props are looked up in one query. */
const keysAtOnce = 1_000;
const rankMax = 2 ** 20 - 1;
const orderBits = 40n;
const orderMax = 2n ** orderBits - 1n;

/** A day of the staged events. */
export interface StagedDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly events: number;
  /** Rows of the files that they come from. */
  readonly rows: number;
}

/**
 * The events of an import before any of them counts. They are in tables of their own, which no
 * query reads, until it is known which days the import takes.
 *
 * - `add` fills a table in which the newest row of a key replaces the others.
 * - `sort` copies what is left to a table in the order of days. From then on the rows stay.
 */
export class StagedEvents {
  readonly #db: Database;
  readonly #name: string;
  readonly #read: Sql;
  readonly #props: Sql;
  /** The table in the order of days. */
  readonly #sorted: Sql;
  readonly #writer = new RowBinaryWriter();
  #added = 0;

  constructor(db: Database, name: string) {
    this.#db = db;
    this.#name = name;
    this.#read = identifier(`${name}_read`);
    this.#props = identifier(`${name}_props`);
    this.#sorted = identifier(name);
  }

  /** Makes empty tables in place of what an earlier attempt has left. */
  async begin(): Promise<void> {
    await this.drop();
    await this.#db.run(sql`
      CREATE TABLE ${this.#read}
      ENGINE = ReplacingMergeTree(version)
      ORDER BY key
      EMPTY AS
      SELECT
        ${eventColumns},
        toFixedString('', 16) AS key,
        toUInt64(0) AS version,
        toUInt8(0) AS rows
      FROM events`);
    await this.#db.run(sql`
      CREATE TABLE ${this.#sorted}
      ENGINE = MergeTree
      ORDER BY (date, visitor)
      EMPTY AS
      SELECT ${eventColumns}
      FROM events`);
    await this.#db.run(sql`
      CREATE TABLE ${this.#props}
      (
          key String,
          name String,
          value String
      )
      ENGINE = MergeTree
      ORDER BY key`);
  }

  /** Adds a row. It is in the table for sure after `flush`. */
  async add(row: EventRow, { key, rank = 0, isExtra = false }: SourceEvent): Promise<void> {
    const order = BigInt(this.#added);
    this.#added += 1;
    writeRow(this.#writer, row);
    // Without a key, each event has one of its own.
    const text = key === undefined ? `row ${order}` : `key ${key}`;
    const digest = hash("sha256", text, "buffer");
    this.#writer.uint64(digest.readBigUInt64LE(0));
    this.#writer.uint64(digest.readBigUInt64LE(8));
    // Of equal ranks the first one counts.
    const version = (BigInt(Math.min(rank, rankMax)) << orderBits) | (orderMax - order);
    this.#writer.uint64(version);
    this.#writer.uint8(isExtra ? 0 : 1);
    if (this.#writer.length >= bytesAtOnce) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#writer.length === 0) return;
    await this.#insert(
      sql`INSERT INTO ${this.#read} (${eventColumns}, key, version, rows) FORMAT RowBinary`,
      this.#writer.take(),
    );
  }

  /**
   * Returns the props that a file of their own has, by the key of their event. Keys are hashed, as
   * files may have some of any length, and a query has a limit.
   */
  props(): PropTable {
    return {
      add: async (props) => {
        // No event takes larger ones.
        const fitting = props.filter(
          ([, name, value]) => name.length + value.length <= propCharactersMax,
        );
        const lines = fitting.map(([key, name, value]) =>
          JSON.stringify({ key: hashOfKey(key), name, value }),
        );
        const statement = sql`INSERT INTO ${this.#props} FORMAT JSONEachRow`;
        if (lines.length > 0) await this.#insert(statement, Buffer.from(lines.join("\n")));
      },
      find: async (keys) => {
        const byHash = new Map(keys.map((key) => [hashOfKey(key), key]));
        const hashes = [...byHash.keys()];
        const found = new Map<string, [string, string][]>();
        for (let at = 0; at < hashes.length; at += keysAtOnce) {
          const rows = await this.#findProps(hashes.slice(at, at + keysAtOnce));
          for (const { key: keyHash, name, value } of rows) {
            const key = byHash.get(keyHash) ?? "";
            const own = found.get(key) ?? [];
            own.push([name, value]);
            found.set(key, own);
          }
        }
        return found;
      },
    };
  }

  #findProps(hashes: readonly string[]) {
    return this.#db.rows<{ key: string; name: string; value: string }>(sql`
      SELECT DISTINCT key, name, value
      FROM ${this.#props}
      WHERE key IN ${bind("Array(String)", hashes)}
      ORDER BY key, name, value`);
  }

  /** Returns the days of the events that count, oldest first. */
  async days(): Promise<StagedDay[]> {
    await this.flush();
    return this.#db.rows<StagedDay>(sql`
      SELECT
        date,
        count() AS events,
        sum(rows) AS rows
      FROM ${this.#read} FINAL
      GROUP BY date
      ORDER BY date`);
  }

  /** Copies the events of these days to the sorted table. */
  async sort(days: readonly DaySpan[]): Promise<void> {
    await this.#db.run(
      sql`
      INSERT INTO ${this.#sorted}
      SELECT ${eventColumns}
      FROM ${this.#read} FINAL
      WHERE ${withinSpans(days)}
      SETTINGS max_threads = 1, max_insert_threads = 1`,
      { isLong: true },
    );
  }

  /** Returns the rows of a batch of the sorted events. */
  rowsOf({ from, to, share, shares }: ImportBatch): Sql {
    return sql`
    SELECT ${eventColumns}
    FROM ${this.#sorted}
    WHERE date >= ${bind("Date", from)}
      AND date <= ${bind("Date", to)}
      AND visitor % ${bind("UInt32", shares)} = ${bind("UInt32", share)}`;
  }

  /** Returns whether there are tables. */
  async isThere(): Promise<boolean> {
    const found = await this.#db.rows(sql`
      SELECT 1
      FROM system.tables
      WHERE database = currentDatabase() AND name = ${bind("String", this.#name)}`);
    return found.length > 0;
  }

  /** Removes the tables, the one that `isThere` looks for last. */
  async drop(): Promise<void> {
    for (const table of [this.#read, this.#props, this.#sorted]) {
      await this.#db.run(
        sql`DROP TABLE IF EXISTS ${table} SYNC SETTINGS max_table_size_to_drop = 0`,
      );
    }
  }

  async #insert(statement: Sql, rows: Buffer): Promise<void> {
    await this.#db.insert({
      statement,
      rows,
      queryId: randomUUID(),
      deduplicationToken: randomUUID(),
    });
  }
}

function hashOfKey(key: string): string {
  return hash("sha256", key, "base64url");
}

/** Returns the condition that a row is of these days. */
export function withinSpans(days: readonly DaySpan[]): Sql {
  const dates = (nth: 0 | 1) =>
    bind(
      "Array(Date)",
      days.map((span) => span[nth]),
    );
  return sql`arrayExists((since, until) -> date >= since AND date <= until, ${dates(0)}, ${dates(1)})`;
}

/** Returns the name of the table of an import's staged rows. */
export function stagingName({ websiteId, importId }: ImportName): string {
  return `import_${websiteId}_${importId}`;
}

/** Returns the imports that have tables with staged rows. */
export function findStaged(db: Database): Promise<ImportName[]> {
  return db.rows<ImportName>(sql`
    SELECT DISTINCT
      toUInt32(extract(name, '^import_([0-9]{1,9})_')) AS websiteId,
      toUInt32(extract(name, '^import_[0-9]+_([0-9]{1,9})')) AS importId
    FROM system.tables
    WHERE database = currentDatabase()
      AND match(name, '^import_[0-9]{1,9}_[0-9]{1,9}(_read|_props)?$')`);
}
