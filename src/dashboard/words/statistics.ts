import { translated } from "./language.ts";

/** The texts around the cards of the statistics. */
export const statisticsWords = translated("statistics", {
  shortcuts: "Keyboard shortcuts",
  paused: "The numbers of today do not refresh.",
  resume: "Refresh again",
  online: (visitors: string) => `${visitors} online`,
  overview: "Overview",
  hoursOfWeek: "Hours of the week",
});
