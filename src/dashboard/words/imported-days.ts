import { translated } from "./language.ts";
import { plural } from "./plural.ts";
import { format } from "./reader.ts";

/** The texts about days that were imported as totals. */
export const importedDaysWords = translated("imported-days", {
  days: (count: number, text: string) =>
    plural(count, {
      one: "1 day was imported as totals.",
      other: `${text} days were imported as totals.`,
    }),
  sums: (cards: string) => `Visitors of ${cards} may count more than once on them.`,
  missing: (names: readonly string[]) => `They have no ${format.list(names, "or")}.`,
  properties: "Properties",
  imports: "Imports",
});
