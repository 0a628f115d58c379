import { readdir, readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";

import { ImportLauncher } from "../../../src/server/imports/launcher.ts";
import { importPriority } from "../../../src/server/imports/lower-priority.ts";
import { eventually } from "../../helpers/eventually.ts";

const usual = importPriority.niceness;

/** Resolves with the niceness of the processes that this one has started to launch imports. */
async function nicenessOfLaunchers(): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "");
    const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
    const [, parent, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(parent) !== process.pid || !command.includes("import-launcher")) continue;
    found.push(Number(fields[14]));
  }
  return found;
}

test.runIf(process.platform === "linux")("imports run at their niceness", async () => {
  importPriority.niceness = 17;
  const launcher = new ImportLauncher();
  onTestFinished(() => {
    launcher.close();
    importPriority.niceness = usual;
  });
  launcher.prepare();
  await eventually(async () => expect(await nicenessOfLaunchers()).toContain(17));
});
