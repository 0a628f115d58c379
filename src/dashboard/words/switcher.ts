import { translated } from "./language.ts";
import { plural } from "./plural.ts";

/** The texts of the dialog that switches to another website. */
export const switcherWords = translated("switcher", {
  title: "Switch website",
  search: "Search websites",
  list: "Websites",
  none: "No website contains this.",
  found: (count: number) => plural(count, { one: "1 website", other: `${count} websites` }),
});
