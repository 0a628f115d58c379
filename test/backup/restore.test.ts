import { readdir, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";

import type { BackupDirectory } from "../../src/backup/backup-directory.ts";
import type { FileEntry, Manifest } from "../../src/backup/manifest.ts";
import { restoreFiles } from "../../src/backup/restore.ts";
import { readArgs } from "../../src/commands/backup-command.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";

test("files that are left out are not restored", async () => {
  const target = await temporaryDirectory();
  const files = ["api-key", "cookie-key", "mail-key"].map((name) => [name, "", 0] as never);
  const directory = {
    extract: (_: FileEntry, path: string) => writeFile(path, ""),
  } as unknown as BackupDirectory;
  const opened = { manifest: { files } as unknown as Manifest, directory };
  const { signal } = new AbortController();
  await restoreFiles(opened, target, { leftOut: ["cookie-key"], signal });

  expect((await readdir(target)).sort()).toEqual(["api-key", "mail-key"]);
});

test("each command has a flag of its own", () => {
  expect(readArgs(["--new-keys", "a"], "restore")).toEqual({ directory: "a", hasFlag: true });
  expect(readArgs(["a"], "restore")).toEqual({ directory: "a", hasFlag: false });
  expect(readArgs(["a", "--verify"], "backup")).toEqual({ directory: "a", hasFlag: true });
  expect(() => readArgs(["--verify", "a"], "restore")).toThrow(
    "usage: footfall restore [--new-keys] DIRECTORY",
  );
  expect(() => readArgs(["--new-keys", "a"], "backup")).toThrow(
    "usage: footfall backup [--verify] DIRECTORY",
  );
});
