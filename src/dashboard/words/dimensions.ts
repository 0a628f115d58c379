/** The words for a dimension. */
export interface DimensionWords {
  /** Singular, for a filter: "Browser is Chrome". */
  readonly one: string;
  /** Plural, for the list of values. */
  readonly many: string;
  /** Label of the tab, if shorter than `many`. */
  readonly tab?: string;
  /** The measure that the API calls `count`. */
  readonly counts: "visitors" | "pageviews" | "visits" | "times";
}

/** The names of the measures. */
export const measuresWords: Readonly<Record<DimensionWords["counts"], string>> = {
  visitors: "Visitors",
  pageviews: "Page views",
  visits: "Visits",
  times: "Times",
};

/** Has the words for every dimension, by its name in the API. */
export const dimensionsWords = {
  source: { one: "Source", many: "Sources", counts: "visitors" },
  channel: { one: "Channel", many: "Channels", counts: "visitors" },
  referrer: { one: "Referrer", many: "Referrers", counts: "visitors" },
  page: { one: "Page", many: "Pages", counts: "pageviews" },
  entry_page: { one: "Entry page", many: "Entry pages", counts: "visits" },
  exit_page: { one: "Exit page", many: "Exit pages", counts: "visits" },
  hostname: { one: "Subdomain", many: "Subdomains", counts: "visitors" },
  country: { one: "Country", many: "Countries", counts: "visitors" },
  region: { one: "Region", many: "Regions", counts: "visitors" },
  city: { one: "City", many: "Cities", counts: "visitors" },
  continent: { one: "Continent", many: "Continents", counts: "visitors" },
  campaign: { one: "Campaign", many: "Campaigns", counts: "visitors" },
  utm_source: { one: "UTM source", many: "UTM sources", counts: "visitors" },
  utm_medium: { one: "UTM medium", many: "UTM media", counts: "visitors" },
  utm_term: { one: "UTM term", many: "UTM terms", counts: "visitors" },
  utm_content: { one: "UTM content", many: "UTM contents", counts: "visitors" },
  browser: { one: "Browser", many: "Browsers", counts: "visitors" },
  browser_version: {
    one: "Browser version",
    many: "Browser versions",
    counts: "visitors",
  },
  language: { one: "Language", many: "Languages", counts: "visitors" },
  device: { one: "Device", many: "Devices", counts: "visitors" },
  operating_system: {
    one: "Operating system",
    many: "Operating systems",
    tab: "Systems",
    counts: "visitors",
  },
  operating_system_version: {
    one: "System version",
    many: "System versions",
    counts: "visitors",
  },
  screen_resolution: {
    one: "Screen size",
    many: "Screen sizes",
    tab: "Screens",
    counts: "visitors",
  },
  event: { one: "Event", many: "Custom events", counts: "times" },
  visitor: { one: "Visitors", many: "Visitors by day", tab: "Visitors", counts: "visitors" },
  visit: { one: "Visits", many: "Visits by day", tab: "Visits", counts: "visits" },
  pageview: {
    one: "Page views",
    many: "Page views by day",
    tab: "Page views",
    counts: "pageviews",
  },
} as const satisfies Record<string, DimensionWords>;

/** The titles of the cards. */
export const cardTitles = {
  sources: "Sources",
  pages: "Pages",
  places: "Places",
  campaigns: "Campaigns",
  browsers: "Browsers",
  devices: "Devices",
  events: "Custom events",
  days: "Days",
} as const;
