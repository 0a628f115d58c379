import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { compile } from "./compile.ts";
import { type English, mailArea, programOf, readEnglish } from "./english.ts";
import type { Text } from "./message.ts";
import { SharedPlurals } from "./shared-plurals.ts";

/** The messages of a language by their keys. */
export type Messages = Readonly<Record<string, string>>;

/** Areas of the dashboard by the file in which a page loads them. */
export type Groups = ReadonlyMap<string, readonly string[]>;

/** A message of a language that cannot be used. */
export interface Mistake {
  readonly key: string;
  readonly why: string;
}

/** The messages of a language, compiled: files below `src/`, and what is wrong. */
export interface CompiledLanguage {
  readonly files: ReadonlyMap<string, string>;
  readonly mistakes: readonly Mistake[];
}

/** Code of a table: texts and tables by their keys. */
type Tree = Map<string | number, string | Tree>;

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Keys of a file that are about the language. */
const about = /^@/;

/** Reads the files of a directory of languages by their codes, the English one left out. */
export async function readLanguages(directory: string): Promise<Map<string, Messages>> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".json"));
  const codes = names.map((name) => basename(name, ".json")).filter((code) => code !== "en");
  const files = await Promise.all(
    codes.map(async (code) => {
      const text = await readFile(join(directory, `${code}.json`), "utf8");
      return [code, JSON.parse(text) as Messages] as const;
    }),
  );
  return new Map(files);
}

/** Reads which areas of the dashboard load together: the interfaces of `words/tables.ts`. */
export async function readGroups(src: string): Promise<Groups> {
  const { body } = await programOf(join(src, "dashboard/words/tables.ts"));
  const groups = new Map<string, string[]>();
  for (const statement of body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    if (declared?.type !== "TSInterfaceDeclaration") continue;
    const areas = declared.body.body.flatMap((each) => {
      if (each.type !== "TSPropertySignature") return [];
      return each.key.type === "Identifier"
        ? [each.key.name]
        : [each.key.type === "Literal" ? String(each.key.value) : ""];
    });
    if (areas.length > 0) groups.set(declared.id.name.replace(/Tables$/, ""), areas);
  }
  return groups;
}

/** The compiled texts of a file, by area. */
class CompiledFile {
  readonly #plurals = new SharedPlurals();
  readonly #areas: Tree = new Map();
  readonly #tools = new Set<string>();

  /** @param areas Areas in the order in which they stand in the file. */
  constructor(areas: readonly string[]) {
    for (const area of areas) this.#areas.set(area, new Map());
  }

  add(area: string, message: string, english: Text, code: string): void {
    const compiled = compile(message, english, code, this.#plurals);
    put(this.#areas, [area, ...english.path], compiled.code);
    for (const tool of compiled.tools) this.#tools.add(tool);
  }

  /** Returns the body of a function that gets the tools, from its parameters on. */
  code(type: string, tools: string, area?: string): string {
    const tree = area === undefined ? this.#areas : (this.#areas.get(area) ?? new Map());
    const table = this.#plurals.codeOf(codeOf(tree));
    const used = [...this.#tools].toSorted().join(", ");
    const functions = this.#plurals.functions();
    const body = functions === "" ? `(${table})` : `{\n${functions}return ${table};\n}`;
    return `({ ${used} }: ${tools}): Partly<${type}> => ${body};\n`;
  }
}

/** Compiles the messages of a language. A message that cannot be used is left out. */
export function compileLanguage(
  code: string,
  messages: Messages,
  english: English,
  groups: Groups,
): CompiledLanguage {
  const mistakes: Mistake[] = [];
  const mail = new CompiledFile([mailArea]);
  const files = new Map([...groups].map(([group, areas]) => [group, new CompiledFile(areas)]));
  const fileOf = new Map<string, CompiledFile | undefined>([[mailArea, mail]]);
  for (const [group, areas] of groups) for (const area of areas) fileOf.set(area, files.get(group));
  for (const [key, message] of Object.entries(messages)) {
    if (about.test(key)) continue;
    const [area = "", ...path] = key.split(".");
    const text = path.length > 0 ? english.get(area)?.get(key) : undefined;
    try {
      if (text === undefined) throw new Error("English has no such text");
      fileOf.get(area)?.add(area, message, text, code);
    } catch (error) {
      mistakes.push({ key, why: error instanceof Error ? error.message : String(error) });
    }
  }
  const written = [...files].map(([group, file]): [string, string] => [
    `dashboard/words/compiled/${code}/${group.toLowerCase()}.ts`,
    dashboardFile(group, code, file),
  ]);
  const mailName = `notifications/content/words/compiled/${code}.ts`;
  return { files: new Map([...written, [mailName, mailFile(code, mail)]]), mistakes };
}

function put(table: Tree, path: Text["path"], code: string): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) {
    table.set(key, code);
    return;
  }
  const found = table.get(key);
  const inner: Tree = found instanceof Map ? found : new Map();
  table.set(key, inner);
  put(inner, rest, code);
}

function codeOf(tree: string | Tree): string {
  if (typeof tree === "string") return tree;
  const keys = [...tree.keys()];
  if (keys.some((key) => typeof key === "number")) {
    const length = Math.max(...keys.map(Number)) + 1;
    return `[${Array.from({ length }, (_, i) => codeOf(tree.get(i) ?? "undefined")).join(",\n")}]`;
  }
  return `{\n${[...tree].map(([key, each]) => `${JSON.stringify(key)}: ${codeOf(each)},\n`).join("")}}`;
}

const head = (code: string) => `// Compiled from languages/${code}.json by package/languages.\n`;

function dashboardFile(group: string, code: string, file: CompiledFile): string {
  return `${head(code)}import type { Partly } from "../../../../base/partly.ts";
import type { Tools } from "../../../../base/sentence-tools.ts";
import type { ${group}Tables } from "../../tables.ts";

export const tables = ${file.code(`${group}Tables`, "Tools")}`;
}

function mailFile(code: string, file: CompiledFile): string {
  return `${head(code)}import type { Partly } from "../../../../base/partly.ts";
import type { MailTools } from "../../mail-tools.ts";
import type { MailWords } from "../en.ts";

export const mailWords = ${file.code("MailWords", "MailTools", mailArea)}`;
}

/** Returns the file with the list of languages. English comes first, the others by their names. */
export function listFile(languages: ReadonlyMap<string, Messages>): string {
  const names = [...languages]
    .map(([code, messages]) => ({
      code,
      name: messages["@name"] ?? code,
      direction: messages["@direction"] === "rtl" ? "rtl" : "ltr",
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, "en"));
  const all = [{ code: "en", name: "English", direction: "ltr" }, ...names];
  const lines = all.map(
    ({ code, name }) => `  ${JSON.stringify(code)}: ${JSON.stringify(name)},\n`,
  );
  const toLeft = all.filter(({ direction }) => direction === "rtl").map(({ code }) => code);
  return `// Made of the files in languages/ by package/languages.
export const languageNames = {
${lines.join("")}} as const;

/** The languages that are written from right to left. */
export const toLeft: readonly string[] = ${JSON.stringify(toLeft)};
`;
}

/**
 * Compiles a directory of languages, by the English texts of a directory of sources, into that or
 * another one; throws if a message is wrong.
 */
export async function compileLanguages(
  directory = join(root, "languages"),
  src = join(root, "src"),
  out = src,
): Promise<void> {
  const [languages, english, groups] = await Promise.all([
    readLanguages(directory),
    readEnglish(src),
    readGroups(src),
  ]);
  const files = new Map([["base/compiled/languages.ts", listFile(languages)]]);
  const wrong: string[] = [];
  for (const [code, messages] of languages) {
    const compiled = compileLanguage(code, messages, english, groups);
    for (const [file, text] of compiled.files) files.set(file, text);
    for (const { key, why } of compiled.mistakes)
      wrong.push(`languages/${code}.json: ${key}: ${why}`);
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  for (const [file, text] of files) await writeIfChanged(join(out, file), text);
  await removeOthers(out, files);
}

async function writeIfChanged(file: string, text: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => "")) === text) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Removes what was compiled of languages that are gone. */
async function removeOthers(out: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const folder of ["dashboard/words/compiled", "notifications/content/words/compiled"]) {
    for (const name of await readdir(join(out, folder), { recursive: true })) {
      const file = `${folder}/${name}`;
      if (name.endsWith(".ts") && !files.has(file)) await rm(join(out, file));
    }
  }
}
