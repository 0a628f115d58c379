import { directionOf, type Language } from "../../base/languages.ts";
import { createTools, type Tools } from "../../base/sentence-tools.ts";
import { chooseLanguage, localeOf } from "./choose-language.ts";

/** The texts of areas. Their types are in `tables.ts`, which names every area. */
type Texts = Readonly<Record<string, unknown>>;
/** A file of a language, which makes texts. */
type Make = { readonly tables: (tools: Tools<Language>) => Texts };

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
 * Returns the texts of an area in the language of the page. Each table of English texts is wrapped
 * in it, and translations have the same keys, and functions with the same parameters.
 */
export function translated<const T>(area: string, english: T): Translation<T> {
  const table = texts === undefined ? english : texts[area];
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

function languageWanted({ dataset }: HTMLElement): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return chooseLanguage(asked, dataset["language"], preferred);
}

function toolsOf(code: Language): Tools<Language> {
  return createTools(localeOf(code, preferred));
}

/** Resolves with undefined for English, and where the texts cannot be loaded: English is better. */
async function loadFirst(code: Language): Promise<Texts | undefined> {
  if (code === "en") return undefined;
  try {
    const first = (await import(`./${code}/first.ts`)) as Make;
    return first.tables(toolsOf(code));
  } catch {
    return undefined;
  }
}

async function loadRest(): Promise<void> {
  try {
    const files: readonly Make[] = await Promise.all([
      import(`./${language}/statistics.ts`),
      import(`./${language}/settings.ts`),
      import(`./${language}/messages.ts`),
    ]);
    const tools = toolsOf(language);
    texts = Object.assign({}, texts, ...files.map((file) => file.tables(tools)));
  } catch (error) {
    // The next one tries again.
    loadingRest = undefined;
    throw error;
  }
}
