import { createHash } from "node:crypto";
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";

import {
  type BackupTable,
  type Manifest,
  readManifest,
  writeManifest,
} from "../../src/backup/manifest.ts";
import { readConfig } from "../../src/base/config.ts";
import { migrate, readMigrations } from "../../src/clickhouse/migrate.ts";
import { openEngine } from "../../src/clickhouse/open.ts";
import { sql, statement } from "../../src/clickhouse/sql.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { startFootfall } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { startProgram } from "../helpers/program.ts";
import { silent } from "../helpers/shipping.ts";
import { refused, succeed } from "./commands.ts";

let DATA_DIR = "";
const footfall = openFootfall(async () => {
  DATA_DIR = await temporaryDirectory();
  return startFootfall({ DATA_DIR });
});
beforeAll(async () => {
  const { id } = await footfall.store("example.com");
  await footfall.bulk(id, [{ url: "https://example.com/" }]);
});

async function makeBackup(): Promise<string> {
  const backup = await temporaryDirectory();
  await succeed("backup", DATA_DIR, backup);
  return backup;
}

/** Resolves with the path of the largest object. */
async function largestObject(backup: string): Promise<string> {
  const names = await readdir(join(backup, "objects"), { recursive: true });
  const files = await Promise.all(
    names
      .filter((name) => name.includes("/"))
      .map(async (name) => {
        const path = join(backup, "objects", name);
        return { path, bytes: (await stat(path)).size };
      }),
  );
  return files.sort((a, b) => b.bytes - a.bytes)[0]?.path ?? "";
}

async function change(backup: string, edit: (manifest: Manifest) => Manifest): Promise<void> {
  const manifest = await readManifest(backup);
  if (manifest === undefined) throw new Error("there is no manifest");
  await writeManifest(backup, edit(manifest));
}

/** Expects that a restore is refused, and leaves nothing behind. */
async function expectRefusedRestore(backup: string, line: RegExp): Promise<void> {
  const target = join(await temporaryDirectory(), "target");
  expect(await refused("restore", target, backup)).toMatch(line);
  expect(await readdir(target).catch(() => [])).toEqual([]);
}

test("a backup goes into an empty directory, or to that of the same database", async () => {
  const foreign = await temporaryDirectory();
  await writeFile(join(foreign, "photo.jpg"), "");
  expect(await refused("backup", DATA_DIR, foreign)).toBe(
    `${foreign} holds other files; give an empty directory for the backup`,
  );
  const backup = await makeBackup();
  const other = await temporaryDirectory();
  await startFootfall({ DATA_DIR: other });
  expect(await refused("backup", other, backup)).toBe(
    `${backup} holds a backup of another Footfall; give another directory`,
  );
  const inside = join(DATA_DIR, "backup");
  expect(await refused("backup", DATA_DIR, inside)).toBe(
    `${inside} is in DATA_DIR, and would be lost with it`,
  );
  const dotted = join(DATA_DIR, "..backup");
  expect(await refused("backup", DATA_DIR, dotted)).toMatch(/ is in DATA_DIR, /);
  const link = join(await temporaryDirectory(), "link");
  await symlink(DATA_DIR, link);
  expect(await refused("backup", DATA_DIR, join(link, "new", "backup"))).toMatch(
    / is in DATA_DIR, /,
  );
  expect(await refused("backup", link, inside)).toMatch(/ is in DATA_DIR, /);
  const nothing = await temporaryDirectory();
  expect(await refused("backup", nothing, backup)).toBe(`${nothing} has no database; set DATA_DIR`);
  expect(await refused("backup", DATA_DIR, "/proc/no")).toMatch(/^\/proc\/no cannot be used: /);
});

test("a restore needs an empty DATA_DIR", async () => {
  const backup = await makeBackup();
  expect(await refused("restore", DATA_DIR, backup)).toMatch(/ is not empty: it has /);
  const target = await temporaryDirectory();
  await mkdir(join(target, "lost+found"));
  await succeed("restore", target, backup);
});

test("only a finished backup of Footfall is restored", async () => {
  const directory = await temporaryDirectory();
  await expectRefusedRestore(directory, /holds no backup of Footfall$/);
  await expectRefusedRestore(join(directory, "missing"), /cannot be used: ENOENT/);
  const backup = await makeBackup();
  await rm(join(backup, "manifest.json"));
  await expectRefusedRestore(backup, /was never finished; nothing can be restored$/);
});

test("a damaged backup is refused, and DATA_DIR stays empty", async () => {
  const damagedManifest = await makeBackup();
  await appendFile(join(damagedManifest, "manifest.json"), "x");
  await expectRefusedRestore(damagedManifest, /manifest\.json is damaged$/);
  const changedManifest = await makeBackup();
  const text = await readFile(join(changedManifest, "manifest.json"), "utf8");
  await writeFile(join(changedManifest, "manifest.json"), text.replace("events", "evil"));
  await expectRefusedRestore(changedManifest, /manifest\.json is damaged$/);

  const backup = await makeBackup();
  const object = await largestObject(backup);
  const bytes = await readFile(object);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(object, bytes);
  await expectRefusedRestore(backup, /^the backup is damaged: .*\/objects\//);
  await writeFile(object, bytes.subarray(1));
  await expectRefusedRestore(backup, /^the backup is damaged: .* is missing or cut off$/);
  await rm(object);
  await expectRefusedRestore(backup, /^the backup is damaged: .* is missing or cut off$/);
  // The next backup brings the object back.
  await succeed("backup", DATA_DIR, backup);
  await succeed("restore", await temporaryDirectory(), backup);
});

test("backup --verify finds damaged files, and copies those again that are needed", async () => {
  const backup = await makeBackup();
  const object = await largestObject(backup);
  const bytes = await readFile(object);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await writeFile(object, bytes);

  const stdout = await succeed("backup", DATA_DIR, backup, {}, ["--verify"]);
  expect(stdout).toMatch(/\n1 damaged file was found and mended\n$/);
  expect(await succeed("backup", DATA_DIR, backup, {}, ["--verify"])).toMatch(/\nno damaged file/);
  await succeed("restore", await temporaryDirectory(), backup);
});

test.each([
  ["a file that leads upwards", "../evil"],
  ["a file that leads upwards from within", "quarantine/../../evil"],
  ["an absolute file", "/tmp/footfall-evil"],
  ["a file with a backslash", "..\\evil"],
  ["a file with a zero", "quarantine/a\0b"],
])("a manifest with %s is refused, and nothing is written", async (_what, path) => {
  const backup = await makeBackup();
  await change(backup, (manifest) => {
    const [, bytes = 0, sha256 = ""] = manifest.files[0] ?? [];
    return { ...manifest, files: [...manifest.files, [path, bytes, sha256]] };
  });
  await expectRefusedRestore(backup, /manifest\.json was changed: it has the name "/);
});

test("a manifest with strange names of tables, parts, files of parts and objects is refused", async () => {
  const edits: ((table: BackupTable) => BackupTable)[] = [
    (table) => ({ ...table, name: "../events" }),
    (table) => ({ ...table, parts: table.parts.map((part) => ({ ...part, name: "../../x" })) }),
    (table) => ({
      ...table,
      parts: table.parts.map((part) => ({
        ...part,
        files: part.files.map(([, bytes, sha256]) => ["../../../x", bytes, sha256] as const),
      })),
    }),
    (table) => ({
      ...table,
      parts: table.parts.map((part) => ({
        ...part,
        files: part.files.map(([path, bytes]) => [path, bytes, "../../x"] as const),
      })),
    }),
  ];
  const backup = await makeBackup();
  const manifest = await readManifest(backup);
  if (manifest === undefined) throw new Error("there is no manifest");
  for (const edit of edits) {
    await writeManifest(backup, { ...manifest, tables: manifest.tables.map(edit) });
    await expectRefusedRestore(backup, /manifest\.json was changed: it has the name "/);
  }
});

test("a backup of a newer release is refused, and one of an older release is brought up to date", async () => {
  const backup = await makeBackup();
  const newer = { name: "9999-later.sql", checksum: createHash("sha256").digest("hex") };
  await change(backup, (manifest) => {
    return { ...manifest, migrations: [...manifest.migrations, newer] };
  });
  await expectRefusedRestore(backup, /has schema\/9999-later\.sql, which this release does not/);

  const old = await temporaryDirectory();
  const { db, close } = await openEngine(readConfig({ DATA_DIR: old }), silent);
  await migrate(db, (await readMigrations()).slice(0, 3));
  await db.run(statement("INSERT INTO drops (website_id, count) VALUES (1, 7)"));
  await close();
  const oldBackup = await temporaryDirectory();
  await succeed("backup", old, oldBackup);
  expect((await readManifest(oldBackup))?.migrations).toHaveLength(3);
  const target = await temporaryDirectory();
  await succeed("restore", target, oldBackup);
  const restored = await startFootfall({ DATA_DIR: target });
  const restoredDb = restored.server.store.db;
  expect(await restoredDb.rows(sql`SELECT count FROM drops`)).toEqual([{ count: 7 }]);
  expect(await restoredDb.rows(sql`SELECT 1 FROM definitions`)).toEqual([]);
});

test("after a restore that was killed, DATA_DIR is refused until it is empty", async () => {
  const backup = await makeBackup();
  const target = join(await temporaryDirectory(), "target");
  const restore = startProgram(["restore", backup], { DATA_DIR: target });
  await eventually(() => stat(join(target, "clickhouse", "data")));
  restore.process.kill("SIGKILL");
  expect(await restore.exited).toBeNull();
  const line = `a restore into ${target} was cut off; empty it and restore again`;
  expect(await refused("restore", target, backup)).toBe(line);
  expect(await refused("backup", target, backup)).toBe(line);
  const server = startProgram([], { DATA_DIR: target });
  expect(await server.exited).toBe(1);
  expect(server.stderr()).toBe(`footfall: ${line}\n`);
  await rm(target, { recursive: true });
  await succeed("restore", target, backup);
});

test("Ctrl+C ends a backup in order, also while it waits for events", async () => {
  const backup = await temporaryDirectory();
  await footfall.track({ domain: "example.com", url: "https://example.com/late" });
  const command = startProgram(["backup", backup], { DATA_DIR });
  await eventually(() => stat(join(backup, "footfall-backup")));
  command.process.kill("SIGINT");
  expect([await command.exited, command.stderr()]).toEqual([
    1,
    "footfall: stopped; run it again\n",
  ]);
  const shadow = await readdir(join(DATA_DIR, "clickhouse", "data", "shadow")).catch(() => []);
  expect(shadow.filter((name) => name !== "increment.txt")).toEqual([]);
});

test("with CLICKHOUSE_URL both commands name ClickHouse's own backups", async () => {
  const env = { CLICKHOUSE_URL: "http://127.0.0.1:1/footfall" };
  for (const command of ["backup", "restore"] as const) {
    expect(await refused(command, DATA_DIR, await temporaryDirectory(), env)).toMatch(
      /^with CLICKHOUSE_URL, use BACKUP and RESTORE of ClickHouse/,
    );
  }
});
