import { language } from "./language.ts";

/** The dimensions whose values the API calls by the English names of the Unicode CLDR. */
const kinds = { country: "region", language: "language" } as const;
type Kind = (typeof kinds)[keyof typeof kinds];

const codesByName = new Map<Kind, ReadonlyMap<string, string>>();

/**
 * Returns the name of a country or a language in the language of the page by the English name that
 * the API has; undefined for values of other dimensions, and for a name that nobody knows.
 */
export function displayName(dimension: string, englishName: string): string | undefined {
  if (language === "en" || !Object.hasOwn(kinds, dimension)) return undefined;
  const kind = kinds[dimension as keyof typeof kinds];
  const codes = codesByName.get(kind) ?? readCodes(kind);
  codesByName.set(kind, codes);
  const code = codes.get(englishName);
  return code === undefined ? undefined : new Intl.DisplayNames(language, { type: kind }).of(code);
}

/** Returns the name of a country in the language of the page by its code; unknown ones stay. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Returns the codes of two letters by their English names. */
function readCodes(kind: Kind): ReadonlyMap<string, string> {
  const english = new Intl.DisplayNames("en", { type: kind, fallback: "none" });
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    codes.flatMap((code) => {
      const name = english.of(kind === "region" ? code.toUpperCase() : code);
      return name === undefined ? [] : [[name, kind === "region" ? code.toUpperCase() : code]];
    }),
  );
}
