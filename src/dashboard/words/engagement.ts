import { translated } from "./language.ts";

/** The texts of the report on engagement. */
export const engagementWords = translated("engagement", {
  about: "Time with the page in front, per visitor and day.",
  time: "Time on the website",
  visitors: "Engaged visitors",
  deepest: "Deepest page",
  pages: "Pages",
  page: "Page",
  pageTime: "Time",
  scrolled: "Scrolled",
  search: "Search pages",
});
