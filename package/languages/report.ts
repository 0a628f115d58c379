import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { compileLanguage, type Messages, readGroups, readLanguages } from "./build.ts";
import { readEnglish } from "./english.ts";
import { englishMessages, sourcesAfter, stateOf } from "./state.ts";

/*
 * `npm run languages` writes `languages/en.json` of the English tables, and says what is missing,
 * wrong or out of date in each language. Where English has changed, `languages/sources/CODE.json`
 * keeps the text that a translation was made of, until somebody removes it there.
 */

const root = fileURLToPath(new URL("../../", import.meta.url));
const directory = join(root, "languages");
const sourcesDirectory = join(directory, "sources");

async function readMessages(file: string): Promise<Messages> {
  return JSON.parse(await readFile(file, "utf8").catch(() => "{}")) as Messages;
}

async function writeMessages(file: string, messages: Messages): Promise<void> {
  await writeFile(file, `${JSON.stringify(messages, null, 2)}\n`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const english = await readEnglish(join(root, "src"));
const groups = await readGroups(join(root, "src"));
const before = await readMessages(join(directory, "en.json"));
const now = englishMessages(english);
await writeMessages(join(directory, "en.json"), now);
await mkdir(sourcesDirectory, { recursive: true });

for (const [code, messages] of await readLanguages(directory)) {
  const file = join(sourcesDirectory, `${code}.json`);
  const sources = sourcesAfter(await readMessages(file), messages, { before, now });
  if (Object.keys(sources).length === 0) await rm(file, { force: true });
  else await writeMessages(file, sources);
  const { missing, outdated } = stateOf(messages, now, sources);
  const { mistakes } = compileLanguage(code, messages, english, groups);
  const numbers = [missing, mistakes, outdated].map(({ length }) => length);
  print(`${code}: ${numbers[0]} missing, ${numbers[1]} wrong, ${numbers[2]} out of date`);
  for (const key of missing) print(`  missing: ${key}`);
  for (const { key, why } of mistakes) print(`  wrong: ${key}: ${why}`);
  for (const key of outdated) print(`  out of date: ${key}`);
  if (mistakes.length > 0) process.exitCode = 1;
}
