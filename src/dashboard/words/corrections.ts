import { translated } from "./language.ts";
import { plural } from "./plural.ts";
import { format } from "./reader.ts";

const events = (count: number) =>
  plural(count, {
    one: `${format.count(count)} event`,
    other: `${format.count(count)} events`,
  });

const visitors = (count: number) =>
  plural(count, {
    one: `${format.count(count)} visitor`,
    other: `${format.count(count)} visitors`,
  });

/** The texts of corrections in a website's settings. */
export const correctionsWords = translated("corrections", {
  title: "Corrections",
  hint: "Change what is stored already. What a correction takes away is gone for good.",
  kind: "What to do",
  kinds: {
    delete: "Delete events",
    pages: "Rename pages",
    redact: "Remove values",
  },
  from: "From",
  to: "To",
  filter: "Where",
  filterHint: "An asterisk at the end stands for everything that begins so.",
  filters: {
    page: "the page is",
    event: "the event is",
    source: "the source is",
    country: "the country is",
    browser: "the browser is",
    screen_resolution: "the screen is",
  },
  value: "Value",
  wholeDays: "Delete all that these visitors did on that day",
  match: "Pages",
  matchHint: "An asterisk is one part of the path, two at the end are all the rest.",
  page: "New name",
  keepQuery: "Keep the query behind the name",
  what: "Values",
  values: {
    props: "Properties",
    page_query: "Queries of pages",
    referrer: "Referrers",
    utm: "UTM parameters",
    city: "Cities",
    region: "Regions and cities",
    country: "Countries, regions and cities",
    language: "Languages",
    screen_resolution: "Screen sizes",
    browser_version: "Browser versions",
    operating_system_version: "System versions",
  },
  key: "Property",
  keyHint: "Leave it empty for all of them.",
  preview: "Show what changes",
  nothing: "Nothing would change.",
  changes: {
    delete: (count: number, people: number) => `Delete ${events(count)} of ${visitors(people)}`,
    pages: (count: number, people: number) =>
      `Rename pages of ${events(count)} of ${visitors(people)}`,
    redact: (count: number, people: number) =>
      `Remove values of ${events(count)} of ${visitors(people)}`,
  },
  pageviews: (before: string, after: string) => `Page views: ${before} before, ${after} after.`,
  renamed: (before: string, after: string) => `${before} becomes ${after}`,
  warning: "This cannot be undone. Backups that were made before still have everything.",
  confirm: (domain: string) => `Type ${domain} to confirm`,
  none: "No corrections yet.",
  days: (kind: string, days: string) => `${kind}, ${days}`,
  months: (done: string, all: string) => `${done} of ${all} months`,
  changed: (count: number, people: number) => `${events(count)} of ${visitors(people)}`,
  status: {
    running: "Running",
    done: "Done",
    failed: "Failed",
    cancelled: "Cancelled",
  },
  cancel: "Cancel",
  isRunning: "The correction is running.",
  isOver: "The correction has ended.",
});
