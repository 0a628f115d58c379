import { languageNames, toLeft } from "./compiled/languages.ts";

/**
 * The languages in which Footfall speaks, by their codes of BCP 47, each with its own name for
 * itself: English, which is used where no other is known, and those of the files in `languages/`.
 */
export { languageNames };

/** The code of a language of Footfall. */
export type Language = keyof typeof languageNames;

/** The codes of all languages. */
export const languages = Object.keys(languageNames) as readonly Language[];

/** Returns whether a text is the code of a language of Footfall. */
export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languageNames, code);
}

/** Returns the direction in which a language is written. */
export function directionOf(language: Language): "ltr" | "rtl" {
  return toLeft.includes(language) ? "rtl" : "ltr";
}
