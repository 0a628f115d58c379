import { directionOf, type Language } from "../../base/languages.ts";
import { completed, type Partly } from "../../base/partly.ts";
import { createTools, type Tools } from "../../base/sentence-tools.ts";
import { chooseLanguage, chosenHere, localeOf } from "./choose-language.ts";

/** The texts of areas. Their types are in `tables.ts`, which names every area. */
type Texts = Readonly<Record<string, unknown>>;
/** A file of a language, which makes texts. */
type Make = { readonly tables: (tools: Tools) => Texts };

const preferred = globalThis.navigator?.languages ?? [];
const page = globalThis.document?.documentElement;
const wanted = page === undefined ? "en" : languageWanted(page);

// Everything after this line, and all modules that import this one, wait for the first texts.
let texts: Texts | undefined = await loadFirst(wanted);
let loadingRest: Promise<void> | undefined;

/** The language of the page. Tests, which have no page, read the English tables. */
export const language: Language = texts === undefined ? "en" : wanted;
/** The locale in which the page writes numbers and dates. */
export const locale = localeOf(language, preferred);

if (page !== undefined) {
  page.lang = language;
  page.dir = directionOf(language);
}

/**
 * Returns the texts of an area in the language of the page, and the English one where the language
 * has none. Each table of English texts is wrapped in it.
 */
export function translated<const T>(area: string, english: T): Translation<T> {
  const table = english as Translation<T>;
  if (texts === undefined) return table;
  const translation = texts[area] as Partly<Translation<T>> | undefined;
  if (translation === undefined) throw new Error(`The texts of "${area}" are not loaded yet`);
  return completed(table, translation);
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

function languageWanted({ dataset }: HTMLElement): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return chooseLanguage(asked, [chosenHere(), dataset["language"]], preferred);
}

function toolsOf(code: Language): Tools {
  return createTools(localeOf(code, preferred));
}

/** Resolves with undefined for English, and where the texts cannot be loaded: English is better. */
async function loadFirst(code: Language): Promise<Texts | undefined> {
  if (code === "en") return undefined;
  try {
    const first = (await import(`./compiled/${code}/first.ts`)) as Make;
    return first.tables(toolsOf(code));
  } catch {
    return undefined;
  }
}

async function loadRest(): Promise<void> {
  try {
    const files: readonly Make[] = await Promise.all([
      import(`./compiled/${language}/statistics.ts`),
      import(`./compiled/${language}/settings.ts`),
      import(`./compiled/${language}/events.ts`),
      import(`./compiled/${language}/messages.ts`),
    ]);
    const tools = toolsOf(language);
    texts = Object.assign({}, texts, ...files.map((file) => file.tables(tools)));
  } catch (error) {
    // The next one tries again.
    loadingRest = undefined;
    throw error;
  }
}
