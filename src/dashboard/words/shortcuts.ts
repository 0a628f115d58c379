import { translated } from "./language.ts";

/** The texts of the keyboard shortcuts. */
export const shortcutsWords = translated("shortcuts", {
  title: "Keyboard shortcuts",
  previous: "Previous period",
  next: "Next period",
  comparison: "Toggle comparison",
  pause: "Pause or resume refreshing",
  filter: "Add a filter",
  noFilters: "Remove all filters",
  segments: "Segments",
  table: "Table of days",
  notes: "Notes",
  websites: "Switch website",
  online: "Visitors online",
  search: "Search pages, or the open list",
  shortcuts: "These shortcuts",
  palette: "Go to anything",
  controlK: "Ctrl K",
  commandK: "⌘ K",
  use: "Use keyboard shortcuts",
  useHint: "This browser remembers it. They are off while you type.",
});
