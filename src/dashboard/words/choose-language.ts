import { isLanguage, type Language } from "../../base/languages.ts";

/** The name in the storage of this browser. */
const key = "footfall-language";

/** Returns the language that was chosen in this browser, if there is one. */
export function chosenHere(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // A page in a frame may have no storage.
    return undefined;
  }
}

/** Remembers a language in this browser; none with null. */
export function chooseHere(language: string | null): void {
  try {
    if (language === null) localStorage.removeItem(key);
    else localStorage.setItem(key, language);
  } catch {
    // The browser's own language holds then.
  }
}

/**
 * Returns the language of a page: the one that its address asks for, else the first choice, in this
 * browser or of the person, else the first of the browser's that Footfall has. Without any it is
 * English.
 */
export function chooseLanguage(
  asked: string | null,
  choices: readonly (string | undefined)[],
  preferred: readonly string[],
): Language {
  for (const code of [asked ?? "", ...choices.map((code) => code ?? ""), ...preferred]) {
    const language = languageOf(code);
    if (language !== undefined) return language;
  }
  return "en";
}

/**
 * Returns the locale in which numbers and dates are written: the browser's own one for the
 * language, such as `de-AT`, else that of the language. Digits are always 0 to 9, as texts in
 * Arabic stand beside addresses and fields that have these.
 */
export function localeOf(language: Language, preferred: readonly string[]): string {
  const own = preferred.find((code) => languageOf(code) === language);
  const locale = own ?? (language === "en" ? "en-GB" : language);
  return new Intl.Locale(locale, { numberingSystem: "latn" }).toString();
}

/** Returns the language of Footfall that a tag of BCP 47 means: `de` for `de-AT`. */
function languageOf(tag: string): Language | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return [language, `${language}-${script}`].find(isLanguage);
  } catch {
    // It is no tag.
    return undefined;
  }
}
