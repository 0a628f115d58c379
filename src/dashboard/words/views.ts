import { translated } from "./language.ts";

/** The names of a website's views in the header. */
export const viewWords = translated("views", {
  statistics: "Statistics",
  "tracking-check": "Tracking check",
  import: "Export",
  sharing: "Sharing",
  notifications: "Notifications",
  settings: "Settings",
  "what-counts": "What counts",
  label: "Views of the website",
  switch: "Switch website",
  notRefreshed: (time: string) => `Not refreshed since ${time}. Trying again …`,
  wrongClock: "The clock of this device is wrong. Days and times are those of the server.",
});
