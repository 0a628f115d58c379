import { usualComparison } from "../address/comparison.ts";
import { moveDays, rangeLabels, rangeNames } from "../address/ranges.ts";
import type { WebsiteQuery } from "../address/website-query.ts";
import type { Site } from "../site/site.ts";

/** A key that changes the address, as a link does. */
export interface Shortcut {
  readonly key: string;
  readonly label: string;
  /** Returns what changes; undefined if there is nothing to change. */
  readonly change: (site: ShortcutSite) => Partial<WebsiteQuery> | undefined;
  /** Whether it opens a dialog. */
  readonly opens?: boolean;
}

type ShortcutSite = Pick<Site, "query" | "days" | "today" | "record">;

const rangeShortcuts = rangeNames.map(
  (range, index): Shortcut => ({
    key: String(index + 1),
    label: rangeLabels[range],
    change: () => ({ range, interval: undefined }),
  }),
);

/** The shortcuts of the statistics, in the order in which the dialog lists them. */
export const shortcuts: readonly Shortcut[] = [
  ...rangeShortcuts,
  {
    key: ",",
    label: "Period before",
    change: ({ days }) => ({ range: moveDays(days, -1), interval: undefined }),
  },
  {
    key: ".",
    label: "Period after",
    change: ({ days, today }) => {
      const range = moveDays(days, 1);
      return range.from > today ? undefined : { range, interval: undefined };
    },
  },
  {
    key: "c",
    label: "Comparison on and off",
    change: ({ query }) => ({ comparison: query.comparison ? undefined : usualComparison }),
  },
  { key: "f", label: "Add a filter", change: () => ({ open: "filter" }), opens: true },
  {
    key: "x",
    label: "Remove all filters",
    change: ({ query: { filters, segment } }) =>
      filters.length === 0 && segment === undefined
        ? undefined
        : { filters: [], segment: undefined },
  },
  { key: "s", label: "Segments", change: () => ({ open: "segments" }), opens: true },
  {
    key: "t",
    label: "Table of days",
    change: () => ({ open: { name: "visitor", search: "", page: 1, sort: "value" } }),
    opens: true,
  },
  {
    key: "a",
    label: "Annotations",
    change: () => ({ open: { name: "annotations", point: undefined } }),
    opens: true,
  },
  {
    key: "w",
    label: "Switch website",
    // Viewers see one alone.
    change: ({ record }) => (record === undefined ? undefined : { open: "websites" }),
    opens: true,
  },
  { key: "o", label: "Visitors online", change: () => ({ open: "live" }), opens: true },
  {
    key: "/",
    label: "Search pages, or the open list",
    change: () => ({ open: { name: "page", search: "", page: 1, sort: "count" } }),
    opens: true,
  },
  { key: "?", label: "These shortcuts", change: () => ({ open: "shortcuts" }), opens: true },
];

/** Returns the shortcut of a key that was pressed, unless a program or a field is meant. */
export function shortcutOf(press: KeyPress): Shortcut | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isTyping) return undefined;
  return shortcuts.find(({ key }) => key === press.key);
}

interface KeyPress extends Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey"> {
  /** Whether the focus is in a field that takes text or has keys of its own. */
  readonly isTyping: boolean;
}

const storageKey = "footfall shortcuts";
/** Stands for the storage where the browser forbids it. */
let isOffInPage = false;

export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return !isOffInPage;
  }
}

export function switchShortcuts(isOn: boolean): void {
  isOffInPage = !isOn;
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, "off");
  } catch {
    // The page remembers it until it is closed.
  }
}
