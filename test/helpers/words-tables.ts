import { readdir } from "node:fs/promises";

import type { Language } from "../../src/base/languages.ts";
import { createTools } from "../../src/base/sentence-tools.ts";

const words = new URL("../../src/dashboard/words/", import.meta.url);

/** Resolves with the tables of the texts of a language. */
export async function readTables(language: Language): Promise<unknown[]> {
  const folder = language === "en" ? words : new URL(`compiled/${language}/`, words);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts"));
  const files = await Promise.all(names.map((name) => import(new URL(name, folder).pathname)));
  if (language !== "en") return files.map((file) => file.tables(createTools(language)));
  const exported = files.flatMap((file) => Object.entries(file));
  return exported.filter(([name]) => name.endsWith("Words")).map(([, table]) => table);
}
