import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

import { loadKeys, loadMailKey } from "../../../src/server/parts/keys.ts";

const SECRET_KEY = "secret-key-0123456789";
/** With SECRET_KEY, nothing looks into the directory. */
const settings = { DATA_DIR: "/dev/null/data", API_KEYS: [], SECRET_KEY };

test("a secret gives the same keys on every Footfall, in every release", async () => {
  const { keys, generatedApiKey } = await loadKeys(settings);

  expect(keys).toEqual({
    api: ["dIPW58p1EnewM09m1JRevVTAroQd-lDT"],
    cookie: "fw1EpLANyALzVg4rn7Cy3mhbKzi0i2rS",
    mail: "Gn-jClE4igVm2aHGMcLQ2MRQr61noIHE",
    start: expect.stringMatching(/^[\w-]{32}$/),
  });
  expect(generatedApiKey).toBeUndefined();
});

test("a secret leaves the configured API keys as they are", async () => {
  const { keys } = await loadKeys({ ...settings, API_KEYS: ["key-0123456789abcdef"] });

  expect(keys.api).toEqual(["key-0123456789abcdef"]);
});

test("`footfall report` signs its links with the same key as the server", async () => {
  expect(await loadMailKey(settings)).toBe((await loadKeys(settings)).keys.mail);
});

test("the command of docs/scaling.md prints the derived API key", async () => {
  const document = await readFile(new URL("../../../docs/scaling.md", import.meta.url), "utf8");
  const [, script = ""] = /^ *node -e '(.*)'$/m.exec(document) ?? [];
  const env = { ...process.env, SECRET_KEY };

  const output = execFileSync(process.execPath, ["-e", script], { env, encoding: "utf8" });

  expect(output.trim()).toBe((await loadKeys(settings)).keys.api[0]);
});
