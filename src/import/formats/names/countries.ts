import { countries } from "countries-list";

/** English names that neither Unicode's CLDR nor the package has, most of them former ones. */
const otherNames: Readonly<Record<string, string>> = {
  "Bahamas, The": "BS",
  Burma: "MM",
  "Congo (DRC)": "CD",
  "Congo (Republic)": "CG",
  "Czech Republic": "CZ",
  "Falkland Islands (Islas Malvinas)": "FK",
  "Federated States of Micronesia": "FM",
  "French Southern and Antarctic Lands": "TF",
  "Gambia, The": "GM",
  Macau: "MO",
  Macedonia: "MK",
  "Macedonia (FYROM)": "MK",
  Swaziland: "SZ",
  Turkey: "TR",
  Türkiye: "TR",
};

const codes = new Map<string, string>();
for (const style of ["long", "short"] as const) {
  const names = new Intl.DisplayNames("en", { type: "region", style });
  for (const code of Object.keys(countries)) codes.set(normalize(names.of(code) ?? code), code);
}
for (const [code, { name }] of Object.entries(countries)) codes.set(normalize(name), code);
for (const [name, code] of Object.entries(otherNames)) codes.set(normalize(name), code);

/** Returns the ISO 3166 code of a country's English name; undefined if no table has the name. */
export function countryCode(name: string): string | undefined {
  return codes.get(normalize(name));
}

/** Returns a name without what spellings differ in: accents, case, punctuation, short forms. */
function normalize(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/^the /, "")
    .replace(/\bst\. ?/g, "saint ")
    .replace(/&/g, " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
