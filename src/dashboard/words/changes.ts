import { translated } from "./language.ts";

/** The texts of the card of what has changed. */
export const changesWords = translated("changes", {
  title: "What changed",
  value: "Value",
  visitors: "Visitors",
  before: "Before",
  none: "Nothing has changed.",
});
