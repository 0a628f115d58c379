import type { Language } from "../../base/languages.ts";
import { chooseLanguage, directionOf, localeOf } from "./choose-language.ts";
import type { FirstTables, Tables } from "./tables.ts";
import { createTools, type Tools } from "./tools.ts";

/** What a file of a language exports: it makes the tables. */
type Make<T> = { readonly tables: (tools: Tools<Language>) => T };

const preferred = globalThis.navigator?.languages ?? [];
/** The language of the page. Tests, which have none, read the English tables. */
export const language = globalThis.document === undefined ? "en" : languageOfPage();
/** The locale in which the page writes numbers and dates. */
export const locale = localeOf(language, preferred);

const tools = createTools<Language>(locale);
// Everything after this line, and all modules that import it, wait for the texts of the first view.
let texts: Partial<Tables> | undefined = await loadFirst();
let loadingRest: Promise<void> | undefined;

if (globalThis.document !== undefined) {
  const shown = texts === undefined ? "en" : language;
  document.documentElement.lang = shown;
  document.documentElement.dir = directionOf(shown);
}

/**
 * Returns the texts of an area in the language of the page. Each table of English texts is wrapped
 * in it, and translations have the same keys, and functions with the same parameters.
 */
export function translated<const T>(area: keyof Tables, english: T): Translation<T> {
  const table: unknown = texts === undefined ? english : texts[area];
  if (table === undefined) throw new Error(`The texts of "${area}" are not loaded yet`);
  return table as Translation<T>;
}

/** Resolves once all texts of the language are there; what loads later waits for it. */
export function loadTexts(): Promise<void> {
  if (texts === undefined) return Promise.resolve();
  loadingRest ??= loadRest();
  return loadingRest;
}

/** The type of a table in any language. */
export type Translation<T> = T extends string
  ? string
  : T extends (...parts: infer Parts) => infer Text
    ? (...parts: Parts) => Translation<Text>
    : { readonly [Key in keyof T]: Translation<T[Key]> };

function languageOfPage(): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return chooseLanguage(asked, document.documentElement.dataset["language"], preferred);
}

/** Resolves with undefined for English, and where the texts cannot be loaded: English is better. */
async function loadFirst(): Promise<Partial<Tables> | undefined> {
  if (language === "en") return undefined;
  try {
    const first = (await import(`./${language}/first.ts`)) as Make<FirstTables>;
    return first.tables(tools);
  } catch {
    return undefined;
  }
}

async function loadRest(): Promise<void> {
  try {
    const files: readonly Make<Partial<Tables>>[] = await Promise.all([
      import(`./${language}/statistics.ts`),
      import(`./${language}/settings.ts`),
      import(`./${language}/messages.ts`),
    ]);
    texts = Object.assign({}, texts, ...files.map((file) => file.tables(tools)));
  } catch (error) {
    // The next one tries again.
    loadingRest = undefined;
    throw error;
  }
}
