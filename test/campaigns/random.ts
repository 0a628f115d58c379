/** `npm run test:campaign random`: tests that draw at random, with `--rounds N` times the draws. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { integerFlag } from "../../bench/report.ts";

const { values: flags } = parseArgs({ options: { rounds: { type: "string", default: "10" } } });
const rounds = integerFlag(flags.rounds, "rounds");

const files: string[] = [];
for (const name of await readdir("test", { recursive: true })) {
  if (!name.endsWith(".test.ts")) continue;
  const text = await readFile(`test/${name}`, "utf8");
  if (text.includes("helpers/rounds.ts")) files.push(`test/${name}`);
}
const projects = ["test", "long", "campaign"].flatMap((name) => ["--project", name]);
const timeouts = ["--testTimeout", String(600_000 * rounds)];
const child = spawn("vitest", ["run", ...projects, ...timeouts, ...files], {
  stdio: "inherit",
  env: { ...process.env, RANDOM_ROUNDS: String(rounds) },
});
const [code] = (await once(child, "exit")) as [number | null];
process.exitCode = code ?? 1;
