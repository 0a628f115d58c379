import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { beforeAll, expect, onTestFinished, test } from "vitest";

import { readConfig } from "../../src/base/config.ts";
import { StartRefused } from "../../src/base/errors.ts";
import type { Database } from "../../src/clickhouse/database.ts";
import { insertRow } from "../../src/clickhouse/insert-row.ts";
import { migrate, readMigrations } from "../../src/clickhouse/migrate.ts";
import { openStores } from "../../src/clickhouse/open.ts";
import { sql } from "../../src/clickhouse/sql.ts";
import { selectRows } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { testServer } from "../helpers/test-server.ts";

const footfall = openFootfall();
let db: Database;
beforeAll(async () => {
  db = footfall.server.store.db;
});

/** Makes a copy of schema/ that the test may change. */
async function copyOfSchema(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "footfall-schema-"));
  onTestFinished(() => rm(path, { recursive: true }));
  await cp(new URL("../../schema/", import.meta.url), path, { recursive: true });
  return path;
}

function recorded(): Promise<{ name: string }[]> {
  return selectRows(footfall, "SELECT name FROM schema_migrations ORDER BY name");
}

test("a start records every file of schema/ once, in order", async () => {
  const names = (await readMigrations()).map(({ name }) => ({ name }));

  expect(names[0]).toEqual({ name: "0001-baseline.sql" });
  expect(await recorded()).toEqual(names);
});

test("what is applied is not applied again", async () => {
  const before = await recorded();

  await migrate(db, await readMigrations());

  expect(await recorded()).toEqual(before);
});

test("starts at the same time apply a new file once", async () => {
  const schema = await copyOfSchema();
  const table =
    "CREATE TABLE IF NOT EXISTS raced (\n  -- a column;\n  a UInt8) ENGINE = MergeTree ORDER BY a;\n-- a comment; with a semicolon\nALTER TABLE raced ADD COLUMN IF NOT EXISTS b UInt8;\n";
  await writeFile(join(schema, "0100-raced.sql"), table);
  const migrations = await readMigrations(schema);

  await Promise.all(Array.from({ length: 5 }, () => migrate(db, migrations)));

  expect((await recorded()).filter(({ name }) => name === "0100-raced.sql")).toHaveLength(1);
  expect(await selectRows(footfall, "DESCRIBE raced")).toHaveLength(2);
  await db.run(
    sql`ALTER TABLE schema_migrations DELETE WHERE name = '0100-raced.sql' SETTINGS mutations_sync = 1`,
  );
});

test("a file that was changed after it was applied is refused by name", async () => {
  const schema = await copyOfSchema();
  await writeFile(join(schema, "0001-baseline.sql"), "SELECT 1;\n");

  const refused = migrate(db, await readMigrations(schema));

  await expect(refused).rejects.toThrow(StartRefused);
  await expect(refused).rejects.toThrow("schema/0001-baseline.sql was changed");
});

test("a file that was applied and is gone is refused by name", async () => {
  const schema = await copyOfSchema();
  await rm(join(schema, "0001-baseline.sql"));

  const refused = migrate(db, await readMigrations(schema));

  await expect(refused).rejects.toThrow(StartRefused);
  await expect(refused).rejects.toThrow("the database has schema/0001-baseline.sql");
});

test("a start on the database of an earlier version is refused, and says what to do", async () => {
  const directory = await mkdtemp(join(tmpdir(), "footfall-earlier-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const server = testServer();
  const config = readConfig({
    DATA_DIR: directory,
    ...(server !== undefined && { CLICKHOUSE_URL: `${server}/earlier_version` }),
  });
  const logger = pino({ level: "silent" });
  const [earlier] = await openStores({ config, logger });
  if (earlier === undefined) throw new Error("there is always a store");
  const file = { name: "0002-events.sql", checksum: "of the earlier file" };
  await insertRow(earlier.db, sql`schema_migrations`, file, "earlier");
  await earlier.close();
  onTestFinished(() => db.run(sql`DROP DATABASE IF EXISTS earlier_version`));

  const refused = openStores({ config, logger });

  await expect(refused).rejects.toThrow(StartRefused);
  await expect(refused).rejects.toThrow(
    /^the database has schema\/0002-events\.sql, which this version does not have; use the version of Footfall that created the database, or an empty database$/,
  );
});
