import { randomUUID } from "node:crypto";

import type { Database } from "../../clickhouse/database.ts";
import { bind, sql } from "../../clickhouse/sql.ts";

/** A row of the table `sign_in_attempts`, which schema/0002-sign-in-attempts.sql describes. */
export interface AttemptRow {
  readonly key: string;
  readonly forgives: boolean;
  readonly endsMs: number;
}

/** The place of a new row among all rows of its key. */
export interface Standing {
  /** The number of the row's insert. A later insert, also of another Footfall, has a higher one. */
  readonly block: number;
  /** Attempts of earlier inserts that count: nothing has forgiven them, nor have they expired. */
  readonly earlier: number;
  /** The time at which the first of them expires. */
  readonly endsMs: number;
}

/** The table of attempts, which all Footfalls on one ClickHouse server share. */
export class AttemptTable {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Adds rows in one insert. Resolves with the standing of each key. */
  async add(rows: readonly AttemptRow[]): Promise<ReadonlyMap<string, Standing>> {
    const batch = randomUUID();
    const lines = rows.map(({ key, forgives, endsMs }) =>
      JSON.stringify({ key, batch, forgives, expires_at: Math.ceil(endsMs / 1000) }),
    );
    await this.#db.insert({
      statement: sql`
        INSERT INTO sign_in_attempts (key, batch, forgives, expires_at)
        FORMAT JSONEachRow`,
      rows: Buffer.from(lines.join("\n")),
      queryId: batch,
      deduplicationToken: batch,
    });
    const keys = [...new Set(rows.map(({ key }) => key))];
    const standings = await this.#db.rows<Standing & { key: string; ends_at: number }>(sql`
      SELECT
        key,
        maxIf(_block_number, batch = ${bind("UUID", batch)}) AS block,
        maxIf(_block_number, forgives) AS forgiven_block,
        arrayFilter(
          attempt -> attempt.1 > forgiven_block AND attempt.1 < block,
          groupArrayIf((_block_number, toUnixTimestamp(expires_at)), NOT forgives)
        ) AS counted,
        length(counted) AS earlier,
        if(earlier = 0, 0, arrayMin(attempt -> attempt.2, counted)) AS ends_at
      FROM sign_in_attempts
      WHERE key IN ${bind("Array(String)", keys)} AND ${this.#isLive()}
      GROUP BY key`);
    return new Map(
      standings.map(({ key, block, earlier, ends_at }) => [
        key,
        { block, earlier, endsMs: ends_at * 1000 },
      ]),
    );
  }

  /** Resolves with the keys that were forgiven last, each with the number of that insert. */
  async forgiven(keysMax: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db.rows<{ key: string; block: number }>(sql`
      SELECT key, max(_block_number) AS block
      FROM sign_in_attempts
      WHERE forgives AND ${this.#isLive()}
      GROUP BY key
      ORDER BY block DESC
      LIMIT ${bind("UInt32", keysMax)}`);
    return new Map(rows.map(({ key, block }) => [key, block]));
  }

  #isLive() {
    return sql`expires_at > ${bind("DateTime", Math.floor(this.#now() / 1000))}`;
  }
}
