import { countries } from "countries-list";

import type { RowCounter } from "../../run/row-counter.ts";
import { regionName } from "./regions.ts";

/** Codes for no country: of ISO 3166 for its users, of Cloudflare for Tor. */
const noCountry = new Set(["", "XX", "ZZ", "T1"]);
const nameCharactersMax = 200;
/** Codes for no region: Matomo writes the second one. */
const noRegion = new Set(["", "XX"]);
/** Codes that are not the country's own in ISO 3166. */
const otherCodes: Readonly<Record<string, string>> = { UK: "GB", EL: "GR" };

const continents = new Map(
  Object.entries(countries).map(([code, { continent }]): [string, string] => [code, continent]),
);

/**
 * Returns the columns of a place: its codes in ISO 3166 become the names that collected events
 * have. The region's code may lack the country's. Without a country that is known, nothing is.
 */
export function placeColumns(
  place: { readonly country: string; readonly region?: string; readonly city?: string },
  counter: RowCounter,
) {
  const code = place.country.trim().toUpperCase();
  const country = otherCodes[code] ?? code;
  const continent = continents.get(country);
  if (continent === undefined) {
    if (!noCountry.has(country)) counter.unknown("country", place.country.trim());
    return { continent: "", country: "", region: "", city: "" };
  }
  const region = findRegion(country, (place.region ?? "").trim(), counter);
  return { continent, country, region, city: placeName(place.city ?? "") };
}

/** Returns the name of a place. No real one is longer. */
export function placeName(text: string): string {
  return text.trim().slice(0, nameCharactersMax);
}

function findRegion(country: string, spelling: string, counter: RowCounter): string {
  const code = spelling.toUpperCase();
  if (noRegion.has(code)) return "";
  const name = regionName(code.includes("-") ? code : `${country}-${code}`);
  if (name === undefined) counter.unknown("region", spelling);
  return name ?? "";
}
