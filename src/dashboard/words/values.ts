import { displayName, englishName, hasDisplayNames } from "./display-names.ts";
import { translated } from "./language.ts";

/** The words for the values that Footfall itself gives, by the value in the API. */
export const valuesWords = translated("values", {
  none: { "(unknown)": "(unknown)", "(direct)": "(direct)" },
  mark: {
    "(none)": "(none)",
    automated: "Automated",
    hosting: "Hosting network",
    spam: "Referrer spam",
  },
  channel: {
    Paid: "Paid",
    "E-mail": "E-mail",
    AI: "AI",
    Social: "Social",
    Search: "Search",
    Referral: "Referral",
    Direct: "Direct",
  },
  device: {
    Desktop: "Desktop",
    Mobile: "Mobile",
    Tablet: "Tablet",
    TV: "TV",
    Console: "Console",
    Wearable: "Wearable",
  },
  continent: {
    Africa: "Africa",
    Antarctica: "Antarctica",
    Asia: "Asia",
    Europe: "Europe",
    "North America": "North America",
    Oceania: "Oceania",
    "South America": "South America",
  },
});

const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = valuesWords;

/** Returns the words for a value of a dimension; visitors' own texts stay as they are. */
export function valueText(dimension: string, value: string): string {
  return (
    wordIn("none", value) ?? wordIn(dimension, value) ?? displayName(dimension, value) ?? value
  );
}

/** Returns the value that a reader means by a text: the one with these words, or the text. */
export function valueMeant(dimension: string, text: string): string {
  const wanted = text.toLocaleLowerCase();
  const words = Object.entries({ ...valuesWords.none, ...tables[dimension] });
  const [value] = words.find(([, word]) => word.toLocaleLowerCase() === wanted) ?? [];
  return value ?? englishName(dimension, text) ?? text;
}

/** Returns whether the values of a dimension have words, so that readers see other texts. */
export function hasWords(dimension: string): boolean {
  return Object.hasOwn(tables, dimension) || hasDisplayNames(dimension);
}

function wordIn(table: string, value: string): string | undefined {
  return Object.hasOwn(tables, table) && Object.hasOwn(tables[table] ?? {}, value)
    ? tables[table]?.[value]
    : undefined;
}
