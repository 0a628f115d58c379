import { translated } from "./language.ts";

/** The texts of the dialog with all values of a list. */
export const detailsWords = translated("details", {
  search: "Search",
  compared: (days: string, earlier: string) => `${days}, compared with ${earlier}`,
  change: "Change",
  columns: {
    count: "",
    value: "",
    visitors: "Visitors",
    pageviews: "Page views",
    bounce_rate: "Bounce rate",
    visit_duration: "Visit duration",
    engagement_seconds: "Time on page",
    scroll_depth: "Deepest point",
  },
  sortByChange: "Sort by change, a hundred rows at a time",
  sortBy: (column: string) => `Sort by ${column.toLowerCase()}`,
});
