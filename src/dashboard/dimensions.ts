interface Words {
  /** In the singular, for one filter: "Browser is Chrome". */
  readonly one: string;
  /** In the plural, for all of its values. */
  readonly many: string;
  /** On a tab, beside the others of its card. */
  readonly tab?: string;
  /** What `count` is. */
  readonly counts: "Visitors" | "Page views" | "Visits" | "Times";
}

/** What statistics can be asked by, as the API names it, and the words for it. */
export const dimensions = {
  source: { one: "Source", many: "Sources", counts: "Visitors" },
  channel: { one: "Channel", many: "Channels", counts: "Visitors" },
  referrer: { one: "Referrer", many: "Referrers", counts: "Visitors" },
  page: { one: "Page", many: "Pages", counts: "Page views" },
  entry_page: { one: "Entry page", many: "Entry pages", tab: "Entry", counts: "Visits" },
  exit_page: { one: "Exit page", many: "Exit pages", tab: "Exit", counts: "Visits" },
  hostname: { one: "Host", many: "Hosts", counts: "Visitors" },
  country: { one: "Country", many: "Countries", counts: "Visitors" },
  region: { one: "Region", many: "Regions", counts: "Visitors" },
  city: { one: "City", many: "Cities", counts: "Visitors" },
  continent: { one: "Continent", many: "Continents", counts: "Visitors" },
  campaign: { one: "Campaign", many: "Campaigns", counts: "Visitors" },
  utm_source: { one: "UTM source", many: "UTM sources", tab: "Source", counts: "Visitors" },
  utm_medium: { one: "UTM medium", many: "UTM media", tab: "Medium", counts: "Visitors" },
  utm_term: { one: "UTM term", many: "UTM terms", tab: "Term", counts: "Visitors" },
  utm_content: { one: "UTM content", many: "UTM contents", tab: "Content", counts: "Visitors" },
  browser: { one: "Browser", many: "Browsers", counts: "Visitors" },
  browser_version: {
    one: "Browser version",
    many: "Browser versions",
    tab: "Versions",
    counts: "Visitors",
  },
  language: { one: "Language", many: "Languages", counts: "Visitors" },
  device: { one: "Device", many: "Devices", counts: "Visitors" },
  operating_system: {
    one: "Operating system",
    many: "Operating systems",
    tab: "Systems",
    counts: "Visitors",
  },
  operating_system_version: {
    one: "System version",
    many: "System versions",
    tab: "Versions",
    counts: "Visitors",
  },
  screen_resolution: {
    one: "Screen size",
    many: "Screen sizes",
    tab: "Screens",
    counts: "Visitors",
  },
  event: { one: "Event", many: "Custom events", counts: "Times" },
  visitor: { one: "Visitors", many: "Visitors by day", tab: "Visitors", counts: "Visitors" },
  visit: { one: "Visits", many: "Visits by day", tab: "Visits", counts: "Visits" },
  pageview: {
    one: "Page views",
    many: "Page views by day",
    tab: "Page views",
    counts: "Page views",
  },
} as const satisfies Record<string, Words>;

export type DimensionName = keyof typeof dimensions;

export function isDimension(name: string): name is DimensionName {
  return Object.hasOwn(dimensions, name);
}

/** Whether its values are days, which are chosen by the range and not filtered by. */
export function isOfDays(name: DimensionName): boolean {
  return name === "visitor" || name === "visit" || name === "pageview";
}

export function wordsOf(name: DimensionName): Words {
  return dimensions[name];
}

export interface Card {
  readonly id: string;
  readonly title: string;
  readonly tabs: readonly [DimensionName, ...DimensionName[]];
  /** How many values it shows; it takes as much room with fewer. */
  readonly rows: 10 | 7;
}

/** The cards of a website, in order; related dimensions are tabs of one. */
export const cards: readonly Card[] = [
  { id: "sources", title: "Sources", tabs: ["source", "channel", "referrer"], rows: 10 },
  { id: "pages", title: "Pages", tabs: ["page", "entry_page", "exit_page", "hostname"], rows: 10 },
  { id: "places", title: "Places", tabs: ["country", "region", "city", "continent"], rows: 7 },
  {
    id: "campaigns",
    title: "Campaigns",
    tabs: ["campaign", "utm_source", "utm_medium", "utm_term", "utm_content"],
    rows: 7,
  },
  { id: "browsers", title: "Browsers", tabs: ["browser", "browser_version", "language"], rows: 7 },
  {
    id: "devices",
    title: "Devices",
    tabs: ["device", "operating_system", "operating_system_version", "screen_resolution"],
    rows: 7,
  },
  { id: "events", title: "Custom events", tabs: ["event"], rows: 7 },
  { id: "days", title: "Days", tabs: ["visitor", "visit", "pageview"], rows: 7 },
];
