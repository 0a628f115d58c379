import { usualComparison } from "../address/comparison.ts";
import { moveDays, type RangeName } from "../address/ranges.ts";
import type { WebsiteQuery } from "../address/website-query.ts";
import type { Site } from "../site/site.ts";
import { rangesWords } from "../words/ranges.ts";
import { shortcutsWords } from "../words/shortcuts.ts";

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

/** The keys of the ranges. */
const rangeKeys: Readonly<Record<RangeName, string>> = {
  today: "1",
  yesterday: "2",
  "7d": "3",
  "30d": "4",
  month: "5",
  "last-month": "6",
  "12mo": "7",
  "24h": "8",
  "90d": "9",
  all: "0",
  year: "y",
  "last-year": "Y",
};

const rangeShortcuts = Object.entries(rangeKeys).map(
  ([range, key]): Shortcut => ({
    key,
    label: rangesWords.names[range as RangeName],
    change: () => ({ range: range as RangeName, interval: undefined }),
  }),
);

/** The shortcuts of the statistics, in the order in which the dialog lists them. */
export const shortcuts: readonly Shortcut[] = [
  ...rangeShortcuts,
  {
    key: ",",
    label: shortcutsWords.previous,
    change: ({ days }) => ({ range: moveDays(days, -1), interval: undefined }),
  },
  {
    key: ".",
    label: shortcutsWords.next,
    change: ({ days, today }) => {
      const range = moveDays(days, 1);
      return range.from > today ? undefined : { range, interval: undefined };
    },
  },
  {
    key: "c",
    label: shortcutsWords.comparison,
    change: ({ query }) => ({ comparison: query.comparison ? undefined : usualComparison }),
  },
  {
    key: "p",
    label: shortcutsWords.pause,
    change: ({ query }) => ({ isPaused: !query.isPaused }),
  },
  { key: "f", label: shortcutsWords.filter, change: () => ({ open: "filter" }), opens: true },
  {
    key: "x",
    label: shortcutsWords.noFilters,
    change: ({ query: { filters, segment, report } }) =>
      filters.length === 0 && segment === undefined && report.reads.length === 0
        ? undefined
        : { filters: [], segment: undefined, report: { ...report, reads: [], page: 1 } },
  },
  { key: "s", label: shortcutsWords.segments, change: () => ({ open: "segments" }), opens: true },
  {
    key: "t",
    label: shortcutsWords.table,
    change: () => ({
      view: "statistics",
      open: { name: "visitor", search: "", page: 1, sort: "value" },
    }),
    opens: true,
  },
  {
    key: "a",
    label: shortcutsWords.notes,
    change: () => ({ view: "statistics", open: { name: "annotations", point: undefined } }),
    opens: true,
  },
  {
    key: "w",
    label: shortcutsWords.websites,
    // Viewers see one alone.
    change: ({ record }) => (record === undefined ? undefined : { open: "websites" }),
    opens: true,
  },
  { key: "o", label: shortcutsWords.online, change: () => ({ open: "live" }), opens: true },
  {
    key: "/",
    label: shortcutsWords.search,
    change: () => ({
      view: "statistics",
      open: { name: "page", search: "", page: 1, sort: "count" },
    }),
    opens: true,
  },
  {
    key: "?",
    label: shortcutsWords.shortcuts,
    change: () => ({ open: "shortcuts" }),
    opens: true,
  },
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
