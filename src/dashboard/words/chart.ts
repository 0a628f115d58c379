import type { Interval } from "../../model/choices.ts";
import { translated } from "./language.ts";
import { plural } from "./plural.ts";

const units: Readonly<Record<Interval, string>> = {
  minute: "minute",
  "15min": "quarter of an hour",
  hour: "hour",
  day: "day",
  week: "week",
  month: "month",
};

/** The texts of the chart over time. */
export const chartWords = translated("chart", {
  intervals: {
    minute: "Minutes",
    "15min": "15 min",
    hour: "Hours",
    day: "Days",
    week: "Weeks",
    month: "Months",
  } satisfies Record<Interval, string>,
  role: "chart",
  points: "Points",
  notes: "Notes",
  tellMe: "Tell me when …",
  table: "Table",
  nothingBefore: (days: string) => `No data for ${days} to compare with`,
  notByHour: "There is no such number by hour.",
  noVisitors: "No visitors in this period.",
  noneOfFilters: "No visitors match the filters in this period.",
  missing: "The chart could not be loaded. The table has the same numbers.",
  addNote: (point: string) => `Add a note to ${point}`,
  moreNotes: (count: number) =>
    plural(count, { one: "and 1 more note", other: `and ${count} more notes` }),
  /** Describes a chart by its greatest number. */
  summary: (metric: string, first: string, last: string, most: string, interval: Interval) =>
    `${metric} by ${units[interval]}, from ${first} to ${last}, at most ${most}. Use the arrow keys to move through the chart, and Enter to open a point.`,
});
