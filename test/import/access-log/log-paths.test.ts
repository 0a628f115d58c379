import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { AccessLogUnreadable } from "../../../src/import/access-log/log-file.ts";
import { listLogs } from "../../../src/import/access-log/log-paths.ts";
import { AccessLogRefused } from "../../../src/import/access-log/open-log.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "footfall-logs-"));
});
afterEach(() => rm(directory, { recursive: true }));

async function orderOf(...names: string[]): Promise<string[]> {
  for (const name of names) await writeFile(join(directory, name), "");
  return (await listLogs([directory])).map((path) => basename(path));
}

test.each([
  ["numbers", ["access.log.10.gz", "access.log.2.gz", "access.log.1", "access.log"]],
  ["days", ["access.log-20251231.gz", "access.log-20260101", "access.log"]],
  ["hours", ["access.log-2026051709", "access.log-2026051710", "access.log"]],
  ["days with hyphens", ["access.log.2026-05-16", "access.log.2026-05-17.gz", "access.log"]],
  ["IIS's names", ["u_ex260516.log", "u_ex260517.log", "u_ex260518.log"]],
  ["Caddy's names", ["access-2026-05-16T10-05-00.000.log.gz", "access.log"]],
  ["several logs", ["a.log.2.gz", "a.log.1", "a.log", "b.log.1", "b.log"]],
])("files come oldest first: %s", async (_what, names) => {
  expect(await orderOf(...[...names].sort())).toEqual(names);
});

test("hidden files and directories are left out, and links to files are not", async () => {
  await mkdir(join(directory, "old"));
  await writeFile(join(directory, "old", "access.log"), "");
  await symlink(join(directory, "old", "access.log"), join(directory, "link.log"));
  expect(await orderOf(".DS_Store", "access.log")).toEqual(["access.log", "link.log"]);
});

test("other paths stay as they are, in their order", async () => {
  await orderOf("access.log.1", "access.log");
  const missing = join(directory, "missing");
  const log = join(directory, "access.log");
  expect(await listLogs(["-", missing, log, directory])).toEqual([
    "-",
    missing,
    log,
    `${log}.1`,
    log,
  ]);
});

test("a directory without a file is refused, and so is one with a link to nowhere", async () => {
  await expect(listLogs([directory])).rejects.toThrow(AccessLogRefused);
  await symlink(join(directory, "nowhere"), join(directory, "link.log"));
  await expect(listLogs([directory])).rejects.toThrow(AccessLogUnreadable);
});
