import { hostCharactersMax, parseUrl } from "../../base/net/url.ts";
import { continentNames, countryNames, type Names } from "../../counting/code-names.ts";
import type { RowCounter } from "../run/row-counter.ts";
import { placeColumns } from "./names/places.ts";

/** Plausible's and Google's words for visitors who came from nowhere. */
const direct = new Set(["direct / none", "(direct)"]);

/** Returns the text, and '' for the words that say that there is none. */
export function readSource(text: string): string {
  return direct.has(text.toLowerCase()) ? "" : text;
}

/**
 * Returns the host of a referrer, which Plausible writes without `https://` and `www.`. The
 * website's own hosts are no referrer.
 */
export function readReferrer(text: string, domain: string): string {
  const referrer = readSource(text);
  if (referrer === "") return "";
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(referrer);
  const host = parseUrl(hasScheme ? referrer : `https://${referrer}`)?.hostname ?? "";
  const bare = host.toLowerCase().replace(/\.$/, "");
  const isOwn = bare === domain || bare.endsWith(`.${domain}`);
  return isOwn || bare.length > hostCharactersMax ? "" : bare.replace(/^www\./, "");
}

/**
 * Returns the page as the collector stores it. Plausible stores paths with their escapes resolved.
 * The result is undefined if there is no such page, and '' for ''.
 */
export function readPage(text: string): string | undefined {
  if (text === "") return "";
  const url = parseUrl(`https://host${text.startsWith("/") ? "" : "/"}${text}`);
  return url && url.pathname + url.search;
}

export interface Place {
  readonly continent: string;
  readonly country: string;
  readonly region: string;
}

const named = {
  continent: namesByCode(continentNames()),
  country: namesByCode(countryNames()),
};

/** Returns the parts of a place as they are listed, by its codes: `California, US`. */
export function readPlace(country: string, region: string, counter: RowCounter): Place {
  const place = placeColumns({ country, region }, counter);
  return {
    continent: named.continent.get(place.continent) ?? "",
    country: named.country.get(place.country) ?? "",
    region: place.region === "" ? "" : `${place.region}, ${place.country}`,
  };
}

function namesByCode({ codes, names }: Names): ReadonlyMap<string, string> {
  return new Map(codes.map((code, i) => [code, names[i] ?? ""]));
}
