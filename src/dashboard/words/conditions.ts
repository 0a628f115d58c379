import { translated } from "./language.ts";
import { plural } from "./plural.ts";

/** The texts of the conditions under which visitors do not count. */
export const conditionsWords = translated("conditions", {
  hint: "Visitors who meet a condition are left out of all numbers, also of past days. Nothing is deleted: without the condition, the numbers are as before.",
  readOnly: "You may see these conditions, but not change them.",
  add: "Add a condition",
  addAction: "Add condition",
  added: "Saved. All numbers follow.",
  none: "There is no condition: every visitor counts.",
  deleteHint: "The visitors whom it hides count again, also on past days.",
  off: "off",
  /** `filters` is the condition in words. */
  from: (filters: string, day: string) => `${filters}, from ${day} on`,

  presets: "Suggestions",
  addPreset: "Add",
  addPresetNamed: (name: string) => `Add ${name}`,
  preset: {
    hosting: "Hosting networks without engagement",
    automated: "Headless browsers",
    spam: "Referrer spam",
  },
  presetHints: {
    hosting: "Visitors from networks that host servers, who had no page in front.",
    automated: "Visitors whose browser a program drives.",
    spam: "Visitors whose referrer is known for visits without visitors.",
  },

  /** The parts of a condition in words. */
  engaged: { yes: "with engagement", no: "without engagement" },
  pageviews: {
    /** `text` is the number as the reader writes it. */
    min: (count: number, text: string) =>
      plural(count, { one: "at least 1 page view", other: `at least ${text} page views` }),
    max: (count: number, text: string) =>
      plural(count, { one: "at most 1 page view", other: `at most ${text} page views` }),
  },
  duration: {
    min: (time: string) => `visits of at least ${time}`,
    max: (time: string) => `visits of at most ${time}`,
  },

  form: {
    name: "Name",
    filters: "Whom it hides",
    filtersHint: "All of this must hold for the visitor on a day.",
    engagedHint: "Whether a page was in front for a while.",
    either: "With or without",
    min: { pageviews: "Page views from", duration: "Seconds from" },
    max: { pageviews: "Page views to", duration: "Seconds to" },
    from: "First day (optional)",
    fromHint: "Leave empty for all days.",
    isOn: "The condition is on",
  },

  losing: "What would lose most",
  previewNone: "Choose whom it hides to see what would be missing.",
  previewLater: "The condition begins after the days of the page.",
  nobody: (days: string) => `It would hide nobody: ${days}.`,
  /** "It would hide 1,204 visitors, 18%: 1 – 30 Nov 2026." */
  wouldHide: (visitors: number, text: string, share: string, days: string) =>
    `It would hide ${plural(visitors, { one: "1 visitor", other: `${text} visitors` })}, ${share}: ${days}.`,
});
