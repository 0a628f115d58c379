import { language } from "./language.ts";

/** The dimensions whose values the API calls by the English names of the Unicode CLDR. */
const kinds = { country: "region", language: "language" } as const;
type Kind = (typeof kinds)[keyof typeof kinds];

/** The names of a kind in the language of the page, and its codes by their English names. */
interface KindNames {
  readonly own: Intl.DisplayNames;
  readonly codes: ReadonlyMap<string, string>;
}

const namesByKind = new Map<Kind, KindNames>();

/**
 * Returns the name of a country or a language in the language of the page by the English name that
 * the API has; undefined for values of other dimensions, and for a name that nobody knows.
 */
export function displayName(dimension: string, english: string): string | undefined {
  if (!hasDisplayNames(dimension)) return undefined;
  const { own, codes } = namesOf(kinds[dimension]);
  const code = codes.get(english);
  return code === undefined ? undefined : own.of(code);
}

/** Returns the English name of a country or a language by its name in the language of the page. */
export function englishName(dimension: string, name: string): string | undefined {
  if (!hasDisplayNames(dimension)) return undefined;
  const wanted = name.toLocaleLowerCase(language);
  const { own, codes } = namesOf(kinds[dimension]);
  const isWanted = (code: string) => own.of(code)?.toLocaleLowerCase(language) === wanted;
  return [...codes].find(([, code]) => isWanted(code))?.[0];
}

/** Returns whether the values of a dimension have names in the language of the page. */
export function hasDisplayNames(dimension: string): dimension is keyof typeof kinds {
  return language !== "en" && Object.hasOwn(kinds, dimension);
}

/** Returns the name of a country in the language of the page by its code; unknown ones stay. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

function namesOf(kind: Kind): KindNames {
  const found = namesByKind.get(kind);
  if (found !== undefined) return found;
  const own = new Intl.DisplayNames(language, { type: kind });
  const names = { own, codes: readCodes(kind) };
  namesByKind.set(kind, names);
  return names;
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
