import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";

import { packageFile } from "../../src/base/package-file.ts";
import { readMigrations } from "../../src/clickhouse/migrate.ts";
import { keptFile, keptReleases } from "./release.ts";

const releases = await keptReleases();
const migrations = await readMigrations();

/** Dropped a table of attempts to sign in, before the first release. */
const exception = "0007-no-sign-in-attempts.sql";

test("a release is kept", () => {
  expect(releases).not.toEqual([]);
});

test("no file of schema/ takes data away", async () => {
  const taking: string[] = [];
  for (const { name } of migrations) {
    const text = await readFile(packageFile(`schema/${name}`), "utf8");
    const statements = text.replaceAll(/--.*/g, "");
    if (/\b(DROP|TRUNCATE|DELETE|UPDATE|RENAME|CLEAR)\b/i.test(statements)) taking.push(name);
  }
  expect(taking).toEqual([exception]);
});

describe.each(releases)("after %s", (release) => {
  test("its files of schema/ stay as they are, and later ones have higher numbers", async () => {
    const text = await readFile(keptFile(release, "schema.sha256"), "utf8");
    const released = text.trimEnd().split("\n");

    const now = migrations.map(({ name, checksum }) => `${checksum}  ${name}`);
    expect(now.slice(0, released.length)).toEqual(released);
  });
});
