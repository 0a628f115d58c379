import { translated } from "./language.ts";
import { plural } from "./plural.ts";
import { format } from "./reader.ts";

/** The texts of the live view. */
export const liveWords = translated("live", {
  title: "Now",
  visitors: (count: number, minutes: number) =>
    plural(count, {
      one: `visitor in the last ${format.count(minutes)} minutes`,
      other: `visitors in the last ${format.count(minutes)} minutes`,
    }),
  views: (count: number, text: string, minutes: number) =>
    plural(count, {
      one: `1 page view in ${format.count(minutes)} minutes`,
      other: `${text} page views in ${format.count(minutes)} minutes`,
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
  reads: (count: number, minutes: number) =>
    plural(count, {
      one: `read by programs in the last ${format.count(minutes)} minutes`,
      other: `reads by programs in the last ${format.count(minutes)} minutes`,
    }),
  readsCaption: "Operators of programs that read",
});
