import { translated } from "./language.ts";
import { plural } from "./plural.ts";

/** The texts of the command palette. */
export const paletteWords = translated("palette", {
  title: "Go to",
  search: "Website, report, range, value or action",
  list: "Commands",
  none: "Nothing matches this.",
  found: (count: number) => plural(count, { one: "1 command", other: `${count} commands` }),
  websites: "Websites",
  allWebsites: "All websites",
  addWebsite: "Add website",
  actions: "Actions",
  compareYear: "Compare with last year",
  comparePrevious: "Compare with the previous period",
  compareOff: "Do not compare",
  addFilter: "Add a filter",
  noFilters: "Remove all filters",
  docs: {
    start: "Documentation",
    dashboard: "Help with the dashboard",
    tracker: "Help with the tracking code",
    "statistics-api": "How visitors and visits are counted",
    analysis: "Help with goals, funnels and segments",
  },
});
