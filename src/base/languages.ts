/**
 * The languages in which Footfall speaks, by their codes of BCP 47, each with its own name for
 * itself. English comes first, as it is used where no other is known.
 */
export const languageNames = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pt: "Português",
  it: "Italiano",
  nl: "Nederlands",
  pl: "Polski",
  ja: "日本語",
  "zh-Hans": "简体中文",
  ar: "العربية",
} as const satisfies Readonly<Record<string, string>>;

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
  return language === "ar" ? "rtl" : "ltr";
}
