import { constants } from "node:fs";
import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { disk } from "../../src/log/synced-disk.ts";

/** Resolves with the flags with which this process has the file open, as Linux reports them. */
async function openFlags(path: string): Promise<number> {
  for (const fd of await readdir("/proc/self/fd")) {
    if ((await readlink(`/proc/self/fd/${fd}`).catch(() => "")) !== path) continue;
    const info = await readFile(`/proc/self/fdinfo/${fd}`, "utf8");
    return Number.parseInt(/^flags:\s+(\d+)$/m.exec(info)?.[1] ?? "", 8);
  }
  throw new Error(`${path} is not open`);
}

test.runIf(process.platform === "linux")(
  "the kernel has each write of a new file on the disk before it returns",
  async () => {
    const directory = await mkdtemp(join(tmpdir(), "footfall-files-"));
    try {
      const path = join(directory, "new");
      const file = await disk.create(path);
      expect((await openFlags(path)) & constants.O_DSYNC).toBe(constants.O_DSYNC);
      await file.close();
    } finally {
      await rm(directory, { recursive: true });
    }
  },
);
