import { continents, countries } from "countries-list";

import { languageCodes } from "./language-codes.ts";

/**
 * Codes and their English names, side by side, as SQL's `transform` takes them. Where codes share
 * a name (`ak` and `tw` are Akan), the first is the name's code.
 */
export interface Names {
  readonly codes: readonly string[];
  readonly names: readonly string[];
  readonly codeByName: ReadonlyMap<string, string>;
}

export const continentNames = once(() =>
  named(Object.keys(continents), (code) =>
    code in continents ? continents[code as keyof typeof continents] : undefined,
  ),
);

/** ISO 3166; names of the Unicode CLDR, as in the runtime's `Intl`. */
export const countryNames = once(() => named(Object.keys(countries), displayNames("region")));

/**
 * ISO 639 in its current form, as events are stored (`deu` is `de`, `iw` is `he`); names of the
 * Unicode CLDR, as in the runtime's `Intl`. What it has no name for is unknown.
 */
export const languageNames = once(() => named(languageCodes, displayNames("language")));

/** Computed on the first call: it takes some milliseconds of a start. */
function once(compute: () => Names): () => Names {
  let names: Names | undefined;
  return () => {
    names ??= compute();
    return names;
  };
}

function named(codes: readonly string[], nameOf: (code: string) => string | undefined): Names {
  const pairs = codes.flatMap((code) => {
    const name = nameOf(code);
    return name === undefined ? [] : [{ code, name }];
  });
  return {
    codes: pairs.map(({ code }) => code),
    names: pairs.map(({ name }) => name),
    // The last entry of a key is the one that counts.
    codeByName: new Map(pairs.map(({ code, name }) => [name, code] as const).reverse()),
  };
}

function displayNames(type: "region" | "language"): (code: string) => string | undefined {
  const names = new Intl.DisplayNames("en", { type, fallback: "none" });
  return (code) => names.of(code);
}
