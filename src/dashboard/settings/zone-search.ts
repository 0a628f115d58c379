import { countryName } from "../words/display-names.ts";
import { language } from "../words/language.ts";

/** A time zone that people look for by its city or its country. */
export interface Zone {
  /** IANA name, as in `Europe/Berlin`. */
  readonly name: string;
  readonly city: string;
  /** Name of the country in the language of the page, "" for `UTC`. */
  readonly country: string;
}

/** Returns the zones of `zones.json`, which has their names by the code of the country. */
export function readZones(names: Readonly<Record<string, readonly string[]>>): readonly Zone[] {
  const zones = Object.entries(names).flatMap(([code, own]) =>
    own.map((name) => ({ name, city: cityOf(name), country: countryName(code) })),
  );
  return [
    { name: "UTC", city: "UTC", country: "" },
    ...zones.toSorted((a, b) => a.city.localeCompare(b.city, language)),
  ];
}

function cityOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1).replaceAll("_", " ");
}

/**
 * Returns the zones with every word of a text at the beginning of a word of their city, country or
 * name. Those whose city begins with the text come first.
 */
export function findZones(zones: readonly Zone[], text: string): readonly Zone[] {
  const wanted = plain(text);
  const words = wanted.split(/[\s/,]+/).filter((word) => word !== "");
  const found = zones.filter((zone) => {
    const own = plain(`${zone.city} ${zone.country} ${zone.name}`).split(/[\s/()-]+/);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  });
  const rank = ({ city }: Zone) => (plain(city).startsWith(wanted) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("_", " ").trim().toLowerCase();
}

/** Returns the offset of a zone at a moment, as in `UTC+01:00`; "" if nobody knows the zone. */
export function offsetOf(name: string, timeMs: number): string {
  try {
    const format = new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "longOffset" });
    const part = format.formatToParts(timeMs).find(({ type }) => type === "timeZoneName");
    return (part?.value ?? "").replace("GMT", "UTC");
  } catch {
    return "";
  }
}
