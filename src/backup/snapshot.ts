import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { StartRefused } from "../base/errors.ts";
import type { Database } from "../clickhouse/database.ts";
import { bind, identifier, sql } from "../clickhouse/sql.ts";
import { listFiles } from "./files.ts";
import type { AppliedMigration } from "./manifest.ts";

/**
 * The tables whose rows are in no backup. A restored Footfall begins with them empty.
 *
 * - Whoever has `salts` and an IP address could tell its visitor for ever.
 * - Footfall makes the roll-ups of open days again.
 * - The rest is about programs that run now.
 */
export const tablesLeftOut = [
  "salts",
  "open_day_rollups",
  "open_day_values",
  "open_day_visitors",
  "presences",
  "collecting_minutes",
];
/**
 * The tables that Footfall writes to all the time, in the order in which they are frozen. Rows that
 * are added meanwhile do no harm in this order:
 *
 * - `rollup_days` says which visitor days and values are a roll-up, so all of these are there when
 *   its row is. And it says how many events they count, so Footfall notices if `events` has more.
 * - An idempotency record comes before its events. So a request whose events are there has one, and
 *   does not count again. The same holds of a part of a followed log, which its row names until the
 *   next part comes, a second later.
 */
export const busyTables = [
  "rollup_days",
  "visitor_days",
  "rollup_values",
  "events",
  "drops",
  "reads",
  "idempotency_records",
  "followed_logs",
  "uncounted",
];

/** The directory in `shadow/` that the parts are linked to, as `freeze` has it. */
const snapshotName = "footfall_backup";
const attemptsMax = 50;
const pauseMs = 200;
/** Ten minutes. */
const rewritingLooksMax = 3_000;

/** A part of the snapshot, in a directory that lasts until `release`. */
export interface SnapshotPart {
  readonly name: string;
  readonly identity: string;
  readonly rows: number;
  readonly directory: string;
  /** Paths relative to the directory. */
  readonly files: readonly string[];
}

export interface SnapshotTable {
  readonly name: string;
  readonly create: string;
  readonly parts: readonly SnapshotPart[];
}

/** All tables as they were at one moment. */
export interface Snapshot {
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly SnapshotTable[];
  /** Removes the links to the parts. Until then, merged parts stay on the disk. */
  release(): Promise<void>;
}

interface TableRow {
  readonly name: string;
  readonly statement: string;
  readonly path: string;
}

/**
 * Links the parts of all tables to a directory of the engine. ClickHouse does that for one table at
 * a time (`FREEZE`), within milliseconds, and nobody waits for it.
 *
 * The tables belong together: if anything but rows of `busyTables` came or went meanwhile, it takes
 * them again. So retention, deletions and changes of websites are in the snapshot wholly, or not at
 * all. `engineData` is the engine's directory.
 */
export async function takeSnapshot(db: Database, engineData: string): Promise<Snapshot> {
  const shadow = join(engineData, "shadow", snapshotName);
  // A backup that was killed left its links behind.
  const release = () => rm(shadow, { recursive: true, force: true });
  await release();
  try {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      await eventsRewritten(db);
      const before = await readState(db);
      const tables = await readTables(db);
      const names = tables.map(({ name }) => name).filter((name) => !tablesLeftOut.includes(name));
      for (const table of inOrder(names)) await freeze(db, table);
      if (before === (await readState(db))) {
        const migrations = await readMigrationRecords(db);
        const read = tables.map((table) => readSnapshotTable(shadow, engineData, table));
        return { migrations, tables: await Promise.all(read), release };
      }
      await release();
      await delay(pauseMs);
    }
  } catch (error) {
    await release();
    throw error;
  }
  throw new StartRefused("the tables change all the time; run the backup again later");
}

/** Returns the busy tables first. The others do not change while they are frozen. */
function inOrder(names: readonly string[]): string[] {
  const others = names.filter((name) => !busyTables.includes(name));
  return [...busyTables.filter((name) => names.includes(name)), ...others];
}

function freeze(db: Database, table: string): Promise<void> {
  const statement = sql`ALTER TABLE ${identifier(table)} FREEZE WITH NAME 'footfall_backup'`;
  return db.run(statement, { isLong: true });
}

function readTables(db: Database): Promise<TableRow[]> {
  return db.rows<TableRow>(sql`
    SELECT
      name,
      create_table_query AS statement,
      data_paths[1] AS path
    FROM system.tables
    WHERE database = currentDatabase()
    ORDER BY name`);
}

/**
 * Resolves when no part of `events` is still to be rewritten, as a correction or an undone import
 * has it: on the disk, such a part is as it was before.
 */
async function eventsRewritten(db: Database): Promise<void> {
  for (let looks = 0; looks < rewritingLooksMax; looks += 1) {
    const pending = await db.rows(sql`
      SELECT 1
      FROM system.mutations
      WHERE database = currentDatabase() AND table = 'events' AND NOT is_done
      LIMIT 1`);
    if (pending.length === 0) return;
    await delay(pauseMs);
  }
  throw new StartRefused("events are being rewritten; run the backup again later");
}

/** Returns a text that changes with everything but rows that are added to busy tables. */
async function readState(db: Database): Promise<string> {
  const leftOut = bind("Array(String)", tablesLeftOut);
  const unsteady = bind("Array(String)", [...busyTables, ...tablesLeftOut]);
  const parts = await db.rows(sql`
    SELECT
      table,
      arraySort(groupArray(name)) AS parts
    FROM system.parts
    WHERE database = currentDatabase() AND active AND table NOT IN ${unsteady}
    GROUP BY table
    ORDER BY table`);
  const mutations = await db.rows(sql`
    SELECT
      table,
      arraySort(groupArray(mutation_id)) AS mutations
    FROM system.mutations
    WHERE database = currentDatabase() AND table NOT IN ${leftOut}
    GROUP BY table
    ORDER BY table`);
  return JSON.stringify([await readTables(db), parts, mutations]);
}

function readMigrationRecords(db: Database): Promise<AppliedMigration[]> {
  return db.rows<AppliedMigration>(sql`
    SELECT DISTINCT
      name,
      checksum
    FROM schema_migrations
    ORDER BY name`);
}

async function readSnapshotTable(
  shadow: string,
  engineData: string,
  { name, statement, path }: TableRow,
): Promise<SnapshotTable> {
  const directory = join(shadow, relative(engineData, path));
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const parts = await Promise.all(
    names.sort().map((part) => readSnapshotPart(part, join(directory, part))),
  );
  return { name, create: statement, parts };
}

async function readSnapshotPart(name: string, directory: string): Promise<SnapshotPart> {
  const files = await listFiles(directory);
  const hash = createHash("sha256").update(JSON.stringify(files));
  // ClickHouse's own checksums of the data, and the descriptions that they do not cover.
  for (const file of ["checksums.txt", "columns.txt", "serialization.json"]) {
    if (files.includes(file)) hash.update(await readFile(join(directory, file)));
  }
  const rows = Number(await readFile(join(directory, "count.txt"), "utf8"));
  return { name, identity: hash.digest("hex"), rows, directory, files };
}
