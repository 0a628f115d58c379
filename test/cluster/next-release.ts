import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Database } from "../../src/clickhouse/database.ts";
import { sql } from "../../src/clickhouse/sql.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Copies the built program, and adds a file to its schema. Resolves with the path of its main file.
 */
export async function makeNextRelease(directory: string): Promise<string> {
  const release = join(directory, "next-release");
  await mkdir(release);
  for (const name of ["dist", "schema", "package.json"]) {
    await cp(join(root, name), join(release, name), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(release, "node_modules"));
  const added = "ALTER TABLE events ADD COLUMN IF NOT EXISTS next_release String;\n";
  await writeFile(join(release, "schema", "9999-next-release.sql"), added);
  return join(release, "dist", "main.js");
}

/** Resolves with whether a server has what the next release adds. */
export async function hasNextSchema(db: Database): Promise<boolean> {
  const rows = await db.rows(sql`
    SELECT 1
    FROM system.columns
    WHERE database = currentDatabase() AND table = 'events' AND name = 'next_release'`);
  return rows.length > 0;
}
