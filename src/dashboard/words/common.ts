import { translated } from "./language.ts";
import { format } from "./reader.ts";

/** The texts of the parts that many views share. The first view has them all. */
export const commonWords = translated("common", {
  demoName: "About this Footfall",
  demo: "Demo with made-up traffic",
  home: "Footfall: all websites",
  windowTitle: (title: string) => `${title} · Footfall`,
  foot: "Exact counts by Footfall. No cookies, and visitors are not recognised across days.",
  help: "Help",
  skip: "Skip to the content",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  language: "Language",
  places: "IP Geolocation by DB-IP",

  close: "Close",
  cancel: "Cancel",
  save: "Save",
  saved: "Saved.",
  unsaved: "Your changes are not saved. Leave all the same?",
  notSaved: "Not saved. See the errors above.",

  copy: { ready: "Copy", copied: "Copied", selected: "Selected" },
  /** The name says what is copied: "the link". */
  copyNamed: {
    ready: (name: string) => `Copy ${name}`,
    copied: (name: string) => `Copied ${name}`,
    selected: (name: string) => `Selected ${name}`,
  },
  csv: "CSV",

  notLoaded: "This list could not be loaded.",
  partNotLoaded: "This part could not be loaded.",
  signIn: "Sign in",
  enterPassword: "Enter password",
  again: "Try again",
  signedOut: "You were signed out",
  signInAgain: "Sign in again to go on where you were.",

  noChange: "no change",
  up: (change: string) => `up ${change}`,
  down: (change: string) => `down ${change}`,
  was: (text: string) => `was ${text}`,

  pages: "Pages",
  total: (count: number) => `${format.count(count)} in total`,
  shown: (from: number, to: number, total: number) =>
    `${format.count(from)}–${format.count(to)} of ${format.count(total)}`,
  previousPage: "Previous page",
  nextPage: "Next page",

  passwordHint: (min: number, max: number) =>
    `${format.count(min)} to ${format.count(max)} characters.`,
  showPassword: "Show password",
  lastDay: "Last day (optional)",
  lastDayHint: "Leave empty for one that does not expire.",
  by: "By",
  valueHint: "Choose or type.",
  valueExample: { page: "for example /pricing", event: "for example Signup" },
});
