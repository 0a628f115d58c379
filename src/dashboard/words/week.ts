import { translated } from "./language.ts";
import { plural } from "./plural.ts";

/** The texts of the map of a week's hours, and of the number in a cell of it. */
export const weekWords = translated("week", {
  metrics: { visitors: "Visitors", pageviews: "Page views" },
  choice: "Numbers of the hours",
  tables: {
    visitors: "Visitors by hour of the week",
    pageviews: "Page views by hour of the week",
  },
  day: "Day",
  hour: (weekday: string, hour: string) => `${weekday}, ${hour}`,
  numbers: {
    visitors: (hour: string, count: number, text: string) =>
      plural(count, { one: `${hour}: ${text} visitor`, other: `${hour}: ${text} visitors` }),
    pageviews: (hour: string, count: number, text: string) =>
      plural(count, { one: `${hour}: ${text} page view`, other: `${hour}: ${text} page views` }),
  },
  most: (numbers: string) => `Most: ${numbers}`,
  none: "No data.",
});
