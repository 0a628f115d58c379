import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

import { cleanUp, eventually } from "../helpers/footfall.ts";
import { childrenOf, temporaryDirectory } from "../helpers/program.ts";

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** Returns whether util-linux's program is there that gives another program a terminal. */
function hasTerminals(): boolean {
  try {
    return execFileSync("script", ["--version"], { encoding: "utf8" }).includes("util-linux");
  } catch {
    return false;
  }
}

test.runIf(hasTerminals())("on a terminal the first start shows the API key", async () => {
  const DATA_DIR = await temporaryDirectory();
  const command = `${process.execPath} ${main}`;
  const terminal = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    env: { PATH: process.env["PATH"], LOG_LEVEL: "silent", PORT: "0", DATA_DIR },
  });
  let output = "";
  terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const exited = once(terminal, "close");
  cleanUp(async () => {
    for (const pid of childrenOf(terminal.pid, "main.js")) process.kill(pid, "SIGTERM");
    await exited;
  });
  await eventually(async () => expect(output).toContain("listening on"));

  const key = (await readFile(join(DATA_DIR, "api-key"), "utf8")).trim();
  expect(output).toContain(`API key (stored in ${DATA_DIR}/api-key): ${key}`);
});
