// Lists that clients choose from, and numbers that texts name. The API's schemas, the server and
// the dashboard take them from here. The file imports nothing, as the browser loads it.

/** The rights that a key can have. */
export const keyRights = ["read", "write", "collect", "operate"] as const;
export type KeyRight = (typeof keyRights)[number];

/** The roles of people. An owner may do everything; a member what its grants say. */
export const roles = ["owner", "member"] as const;
export type Role = (typeof roles)[number];

/** The levels of a grant on a website. `edit` is both. */
export const grantLevels = ["view", "edit"] as const;
export type GrantLevel = (typeof grantLevels)[number];

/** The lengths of reports, which are also the intervals between them. */
export const periods = ["day", "week", "month"] as const;
export type Period = (typeof periods)[number];
/** The same, the one that most people want first. */
export const wantedPeriods = ["week", "month", "day"] as const satisfies readonly Period[];

/** The intervals of the clock, each with its minutes. A quarter of an hour is `15min`. */
export const clockMinutes = { minute: 1, "15min": 15, hour: 60 } as const;
export type ClockInterval = keyof typeof clockMinutes;
/** The parts of a range that statistics can be asked by, the shortest first. */
export const intervals = ["minute", "15min", "hour", ...periods] as const;
export type Interval = (typeof intervals)[number];

/** Returns whether an interval is shorter than a day. */
export function isOfClock(interval: string): interval is ClockInterval {
  return Object.hasOwn(clockMinutes, interval);
}

/** The purposes of programs that read websites, in the order of the dashboard. */
export const purposes = [
  "training",
  "assistant_search",
  "assistant_user",
  "search",
  "preview",
  "feed",
  "seo",
  "monitor",
  "archive",
  "tool",
  "other",
] as const;
export type Purpose = (typeof purposes)[number];

/** Whether a read came from an address that its operator has published. */
export const verifications = ["yes", "no", "unknown"] as const;
export type Verified = (typeof verifications)[number];

/** The classes of HTTP statuses with which reads are answered. 304 is among `2xx`. */
export const readStatuses = ["2xx", "3xx", "404", "4xx", "5xx", "unknown"] as const;
export type ReadStatus = (typeof readStatuses)[number];

/** The ways in which reads come to Footfall. */
export const readDoors = ["tracker", "log", "api"] as const;
export type ReadDoor = (typeof readDoors)[number];

/** The properties of reads that filters select by. */
export const readFilters = [
  "reader",
  "operator",
  "purpose",
  "verified",
  "page",
  "status",
  "door",
] as const;
export type ReadFilterName = (typeof readFilters)[number];

/** The properties by which reads are counted. */
export const readsBy = [...readFilters, "day", "hour"] as const;
export type ReadsBy = (typeof readsBy)[number];

/** The groups of reports that a shared link can show, in the order of the dashboard's tabs. */
export const shareReports = [
  "overview",
  "goals",
  "funnels",
  "journeys",
  "engagement",
  "properties",
  "revenue",
  "reads",
] as const;

/** The forms in which webhooks are called: our own, and those of two chats. */
export const webhookFormats = ["json", "slack", "discord"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** The things that a webhook gets of all websites, beside the alerts that name it. */
export const webhookEvents = ["report", "import", "goal"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The media types in which events are downloaded. */
export const exportTypes = {
  ndjson: "application/x-ndjson",
  csv: "text/csv",
  parquet: "application/vnd.apache.parquet",
} as const;

/** A visitor who was active in this many minutes is live. */
export const liveMinutes = 5;
/** The live view has the page views of this many minutes. */
export const liveViewMinutes = 30;
/** The days for which an invitation holds. */
export const invitationDays = 7;
/** The days for which deliveries are remembered. */
export const deliveryDays = 60;

/** The numbers that an alert can look at. Only that of a goal needs its id. */
export const alertMetrics = ["visitors", "pageviews", "events", "goal", "reads"] as const;
export type AlertMetric = (typeof alertMetrics)[number];

/** The visitor days that reports can be asked for beside those that count. */
export const countedChoices = ["all", "hidden"] as const;
export type Counted = (typeof countedChoices)[number];

/** The kinds of corrections, and the values that one can replace by nothing. */
export const correctionKinds = ["pages", "redact", "delete"] as const;
export const redactedValues = [
  "props",
  "page_query",
  "referrer",
  "utm",
  "city",
  "region",
  "country",
  "language",
  "screen_resolution",
  "browser_version",
  "operating_system_version",
] as const;
