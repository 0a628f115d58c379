import { translated } from "./language.ts";
import { plural } from "./plural.ts";
import { format } from "./reader.ts";

/** The texts of the world map. */
export const mapWords = translated("map", {
  /** The name of the country has markup on the page. */
  country: (name: string, visitors: number, share: string) =>
    plural(visitors, {
      one: `${name} ${format.count(visitors)} visitor, ${share}`,
      other: `${name} ${format.count(visitors)} visitors, ${share}`,
    }),
  under: (share: string) => `under ${share}`,
  from: (share: string) => `from ${share}`,
});
