import { translated } from "./language.ts";
import { plural } from "./plural.ts";

/** The texts of the live view. */
export const liveWords = translated("live", {
  title: "Now",
  visitors: (count: number) =>
    plural(count, {
      one: "visitor in the last 5 minutes",
      other: "visitors in the last 5 minutes",
    }),
  views: (count: number, text: string) =>
    plural(count, {
      one: "1 page view in 30 minutes",
      other: `${text} page views in 30 minutes`,
    }),
  minute: (time: string, count: string) => `${time}: ${count}`,
  /** Says whose clock the minutes are of. */
  inZone: (time: string, city: string) => `${time}, ${city} time`,
  pages: "Pages",
  referrers: "Referrers",
  pagesCaption: "Pages of present visitors",
  referrersCaption: "Referrers of present visitors",
  visitorsColumn: "Visitors",
  nobody: "No visitors right now.",
});
