import { isLanguage, type Language } from "../../base/languages.ts";

/**
 * Returns the language of a page: the one that its address asks for, else the one that the person
 * has chosen, else the first of the browser's that Footfall has. Without any it is English.
 */
export function chooseLanguage(
  asked: string | null,
  chosen: string | undefined,
  preferred: readonly string[],
): Language {
  for (const code of [asked ?? "", chosen ?? "", ...preferred]) {
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
