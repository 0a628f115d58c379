import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { StartRefused } from "../base/errors.ts";
import { packageFile } from "../base/package-file.ts";
import type { Database } from "./database.ts";
import { insertRow } from "./insert-row.ts";
import { type Sql, sql, statement } from "./sql.ts";

export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly statements: readonly Sql[];
}

/**
 * Returns the numbered files of `schema/`, in order. To run one of their statements twice does the
 * same as to run it once (IF NOT EXISTS). That makes a start that died half-way, and two starts at
 * the same time, harmless.
 */
export async function readMigrations(directory = packageFile("schema")): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), "utf8");
      return {
        name,
        checksum: createHash("sha256").update(text).digest("hex"),
        statements: text
          .replaceAll(/^ *--.*\n/gm, "")
          .split(/;\s*(?:\n|$)/)
          .filter((part) => part.trim() !== "")
          .map(statement),
      };
    }),
  );
}

/**
 * Brings the database's schema up to `migrations`: applies and records, in order, those that have
 * no record. Throws `StartRefused` if a file with a record was changed or is gone.
 */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<void> {
  await db.run(sql`
    CREATE TABLE IF NOT EXISTS schema_migrations
    (
        name String,
        checksum String,
        applied_at DateTime('UTC') DEFAULT now()
    )
    ENGINE = MergeTree
    ORDER BY name
    SETTINGS
        non_replicated_deduplication_window = 1000,
        fsync_after_insert = 1,
        fsync_part_directory = 1`);
  const records = await db.rows<{ name: string; checksum: string }>(sql`
    SELECT name, checksum
    FROM schema_migrations
    ORDER BY name`);
  for (const { name, checksum } of records) {
    const migration = migrations.find((candidate) => candidate.name === name);
    if (migration === undefined) {
      throw refusal(`the database has schema/${name}, which this version does not have`);
    }
    if (migration.checksum !== checksum) {
      throw refusal(`schema/${name} was changed after it was applied to this database`);
    }
  }
  const appliedNames = new Set(records.map(({ name }) => name));
  for (const { name, checksum, statements } of migrations) {
    if (appliedNames.has(name)) continue;
    for (const statement of statements) await db.run(statement);
    await insertRow(db, sql`schema_migrations`, { name, checksum }, `schema:${name}`);
  }
}

function refusal(reason: string): StartRefused {
  return new StartRefused(
    `${reason}; use the version of Footfall that created the database, or an empty database`,
  );
}
