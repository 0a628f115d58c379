import { translated } from "./language.ts";

/** The texts of a website's settings, and of the dialog that adds a website. */
export const settingsWords = translated("settings", {
  add: "Add website",
  domain: "Domain",
  domainHint:
    "Such as example.com, without port or path. Subdomains are included. The domain cannot be changed later.",
  open: "Open it",
  openNamed: (domain: string) => `Open it: ${domain}`,

  timezone: "Time zone",
  timezoneNew: "Days begin at midnight there. Search by city or country.",
  timezoneChange:
    "Days begin at midnight there. Days before a change keep the numbers that they have.",
  timezoneOffset: (offset: string) => `${offset} now.`,
  timezoneOption: (city: string, country: string) =>
    country === "" ? city : `${city}, ${country}`,
  timezonesFound: (count: number) =>
    count === 0 ? "No time zone is found." : `Time zones found: ${count}.`,
  timezoneNone: "No city or country begins with this. You can type the name of any IANA time zone.",

  counting: "What is counted",
  aliases: "Aliases",
  aliasesHint:
    "Old domains, and ids that the website has in other products: at most 20, one per line. Trackers that use them work, and pages on these domains count.",
  bots: "Exclude bots",
  botsHint: "Bots are recognised by the name of their browser.",
  addresses: "Excluded addresses",
  addressesHint:
    "Visits from these IP addresses and ranges are not counted. One address or range per line.",
  yours: (ip: string) => `Yours is ${ip}`,
  yoursIsThere: (ip: string, isSaved: boolean) =>
    isSaved ? `Yours, ${ip}, is excluded.` : `Yours, ${ip}, is excluded once you save.`,
  addYours: "Add",
  addYoursNamed: (ip: string) => `Add ${ip}`,
  dropParams: 'Remove what follows the "?" in addresses',
  dropParamsHint:
    "Campaigns and click ids are still recognised. Secrets and e-mail addresses are never stored.",
  params: "Remove only these parameters",
  paramsHint: "One per line. A * at the end matches any ending.",

  /** `who` is a name or "Somebody". */
  changedBy: (who: string) =>
    `${who} has changed this website meanwhile. Your changes are not saved.`,
  somebody: "Somebody",
  showChanged: "Show the new settings",

  language: "Language of mails",
  languageHint: "E-mail reports, alerts, and what webhooks tell people.",

  whatCounts: {
    hint: "Leave programs that pretend to be people out of all numbers, also on past days.",
    open: "Choose what counts",
  },
  notifications: {
    title: "E-mail reports and alerts",
    hint: "Mails of each week or month, and messages when something unusual happens.",
    open: "Set up e-mail reports and alerts",
  },
  moving: {
    title: "Import and export",
    hint: "Import history from another product, or export your events.",
    open: "Import and export",
  },
  remove: "Delete",
  removeHint: (domain: string) => `Deletes ${domain} and all of its statistics permanently.`,
  removeOpen: "Delete website …",
  removeTitle: (domain: string) => `Delete ${domain}?`,
  removeWarning: "The website and all of its statistics will be deleted. This cannot be undone.",
  removeConfirm: (domain: string) => `Type ${domain} to confirm`,
  removeCancel: "Cancel",
  removeFinally: "Delete permanently",
  mayNotWrite: "You may see this website, but not change it.",

  savedCounting: "Saved. Counting rules apply from now on.",
});
