interface Words {
  /** Singular, for a filter: "Browser is Chrome". */
  readonly one: string;
  /** Plural, for the list of values. */
  readonly many: string;
  /** Label of the tab, if shorter than `many`. */
  readonly tab?: string;
  /** Name of the measure that the API calls `count`. */
  readonly counts: "Visitors" | "Page views" | "Visits" | "Times";
}

/** Has the words for every dimension, by its name in the API. */
export const dimensionWords = {
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

export type DimensionName = keyof typeof dimensionWords;

export function isDimension(name: string): name is DimensionName {
  return Object.hasOwn(dimensionWords, name);
}

/** Returns whether the values are days. Those are chosen by the range and cannot be filters. */
export function isOfDays(name: DimensionName): boolean {
  return name === "visitor" || name === "visit" || name === "pageview";
}

export function wordsOf(name: DimensionName): Words {
  return dimensionWords[name];
}
