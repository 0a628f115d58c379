import { translated } from "./language.ts";
import { format } from "./reader.ts";

/** The texts that several reports share. */
export const reportsWords = translated("reports", {
  /** Stands in place of Compare where a report has no numbers of earlier days. */
  notCompared: "Without comparison",
  visitors: "Visitors",
  events: "Events",
  visits: "Visits",
  revenue: "Revenue",
  search: "Search",
  noData: "No data for this period.",
  nothingContains: (search: string) => `Nothing contains “${search}”.`,
  sortBy: (column: string) => `Sort by ${column}`,
  /** A number and its share: "12 (40%)". */
  withShare: (count: number, share: string) => `${format.count(count)} (${share})`,
  partOf: (count: number, total: number, share: string) =>
    `${format.count(count)} of ${format.count(total)} (${share})`,

  table: "Table",
  tableOf: (title: string) => `${title}: table`,
  nothing: "Nothing in this period.",
  intervals: { hour: "Hour", day: "Day", week: "Week", month: "Month" },
  charts: {
    hour: (title: string) => `${title}, by hour.`,
    day: (title: string) => `${title}, by day.`,
    week: (title: string) => `${title}, by week.`,
    month: (title: string) => `${title}, by month.`,
  },
  /** Describes a chart: what it shows, and its highest point if there is one. */
  chart: (subject: string) =>
    `${subject} Use the arrow keys to move through it, and Enter to open a bar.`,
  chartWithMost: (subject: string, most: string) =>
    `${subject} At most ${most}. Use the arrow keys to move through it, and Enter to open a bar.`,
  point: (name: string, text: string) => `${name}: ${text}`,

  /** The form of a goal or a funnel. */
  form: {
    name: "Name",
    delete: "Delete",
    askToDelete: "Delete …",
    keep: "Keep",
  },
});

/** The texts that the form of a goal has, and that of a funnel has in its place. */
export interface DefinitionWords {
  readonly add: string;
  readonly edit: string;
  /** Label of the button that adds it. */
  readonly addAction: string;
  /** Says that deleting it deletes no events. */
  readonly eventsStay: string;
}
