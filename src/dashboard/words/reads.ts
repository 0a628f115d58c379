import type {
  Purpose,
  ReadDoor,
  ReadFilterName,
  ReadStatus,
  Verified,
} from "../../model/choices.ts";
import { translated } from "./language.ts";
import { plural } from "./plural.ts";

/** The texts of the view of what crawlers, assistants and other programs read. */
export const readsWords = translated("reads", {
  about: "What crawlers, assistants and other programs fetch.",
  notForVisitors: "Filters and segments of visitors do not apply here.",
  wholeDays: "Reads are counted by whole days here.",
  all: "All reads",
  counted: (filters: string) => `Reads: ${filters}`,

  reads: "Reads",
  notFound: "404s",
  verified: "Verified",
  lastRead: "Last read",

  one: {
    reader: "Reader",
    operator: "Operator",
    purpose: "Purpose",
    verified: "Address",
    page: "Page",
    status: "Answer",
    door: "Door",
  } satisfies Record<ReadFilterName, string>,
  many: {
    reader: "Readers",
    operator: "Operators",
    purpose: "Purposes",
    verified: "Addresses",
    page: "Pages",
    status: "Answers",
    door: "Doors",
  } satisfies Record<ReadFilterName, string>,
  values: {
    purpose: {
      training: "Training",
      assistant_search: "AI search",
      assistant_user: "On request",
      search: "Search engines",
      preview: "Link previews",
      feed: "Feeds",
      seo: "SEO",
      monitor: "Monitoring",
      archive: "Archives",
      tool: "Tools",
      other: "Other",
    } satisfies Record<Purpose, string>,
    verified: {
      yes: "Verified",
      no: "Not verified",
      unknown: "Unknown",
    } satisfies Record<Verified, string>,
    status: {
      "2xx": "2xx (fetched)",
      "3xx": "3xx (moved)",
      "404": "404 (not found)",
      "4xx": "4xx (refused)",
      "5xx": "5xx (failed)",
      unknown: "Unknown",
    } satisfies Record<ReadStatus, string>,
    door: { tracker: "Tracker", log: "Access log", api: "API" } satisfies Record<ReadDoor, string>,
  },
  /** A reader that no company runs. */
  noOperator: "No operator",
  otherValues: "(other)",
  unnamed: "(unnamed)",

  overTime: "Reads by purpose",
  part: (purpose: string, reads: string) => `${purpose} ${reads}`,
  none: "No reads in this period.",

  exchange: "Reads and visits",
  exchangeHint: "Visits are those that came from an assistant of the operator.",
  exchangeOf: (
    operator: string,
    reads: number,
    readsText: string,
    visits: number,
    visitsText: string,
  ) =>
    `${operator} read ${plural(reads, { one: "1 page", other: `${readsText} pages` })} and sent ${plural(visits, { one: "1 visit", other: `${visitsText} visits` })}.`,
  noExchange: "No assistant has read pages or sent visits.",
  visitsPerReads: (reads: string) => `Visits per ${reads} reads`,

  unread: "Never read",
  unreadHint: "Pages that people viewed and that no program fetched.",
  noUnread: "Programs fetched all viewed pages.",
  everyPurpose: "All",
  missing: "Not found",
  missingHint: "Paths that programs asked for in vain.",
  noMissing: "No program asked in vain.",
  askedBy: "Asked by",
  andMore: (names: string, more: string) => `${names} +${more}`,

  open: "How reads come in",
  openHint:
    "No program has read a page in this period, or Footfall was not told. There are three ways.",
  trackerHint: "Programs that run scripts are counted already.",
  logHint: "The log of the web server has all the others. Import it once, or follow it.",
  importName: "the command that imports",
  followName: "the command that follows",
  apiHint: "A server sends requests itself. KEY is an API key that may collect.",
  requestName: "the request",
});
