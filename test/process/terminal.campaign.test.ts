import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cleanUp, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey } from "../helpers/footfall.ts";
import { derivedApiKey, secretKey } from "../helpers/footfalls.ts";
import { childrenOf } from "../helpers/program.ts";

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** Returns whether util-linux's program is there that gives another program a terminal. */
function hasTerminals(): boolean {
  try {
    return execFileSync("script", ["--version"], { encoding: "utf8" }).includes("util-linux");
  } catch {
    return false;
  }
}

/** Starts Footfall on a terminal. Resolves with its output when it listens. */
async function outputOnTerminal(env: Readonly<Record<string, string>>): Promise<string> {
  const command = `exec ${process.execPath} ${main}`;
  const terminal = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    env: { PATH: process.env["PATH"], LOG_LEVEL: "silent", PORT: "0", ...env },
  });
  let output = "";
  terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const exited = once(terminal, "close");
  const stop = async () => {
    for (const pid of childrenOf(terminal.pid, "main.js")) process.kill(pid, "SIGTERM");
    await exited;
  };
  cleanUp(stop);
  await eventually(async () => expect(output).toContain("listening on"));
  await stop();
  return output;
}

test.runIf(hasTerminals())("on a terminal the first start shows the API key", async () => {
  const DATA_DIR = await temporaryDirectory();

  const output = await outputOnTerminal({ DATA_DIR });

  const key = (await readFile(join(DATA_DIR, "api-key"), "utf8")).trim();
  expect(output).toContain(`API key (stored in ${DATA_DIR}/api-key): ${key}`);
  const later = await outputOnTerminal({ DATA_DIR });
  expect(later).toContain(`API key (stored in ${DATA_DIR}/api-key)\r\n`);
  expect(later).not.toContain(key);
  const [, address = ""] = /Make your account: (http\S+)/.exec(output) ?? [];
  expect(new URL(address).pathname).toBe("/start");
  expect(later).toContain(new URL(address).hash);
});

test.runIf(hasTerminals())("on a terminal each start shows a derived API key", async () => {
  const env = { DATA_DIR: await temporaryDirectory(), SECRET_KEY: secretKey };
  const line = `API key (derived from SECRET_KEY): ${derivedApiKey}`;

  expect(await outputOnTerminal(env)).toContain(line);
  expect(await outputOnTerminal(env)).toContain(line);
  expect(await outputOnTerminal({ ...env, API_KEYS: apiKey })).not.toContain("API key");
});
