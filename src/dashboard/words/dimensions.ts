import { translated } from "./language.ts";

/** The words for a dimension. */
export interface DimensionWords {
  /** Singular, for a filter: "Browser is Chrome". */
  readonly one: string;
  /** Plural, for the list of values. */
  readonly many: string;
  /** Label of the tab, if it is shorter than `many` in a language. */
  readonly tab?: string;
}

/** Each dimension by its name in the API. */
const names = {
  source: { one: "Source", many: "Sources" },
  channel: { one: "Channel", many: "Channels" },
  referrer: { one: "Referrer", many: "Referrers", tab: "Referrers" },
  page: { one: "Page", many: "Pages" },
  entry_page: { one: "Entry page", many: "Entry pages", tab: "Entry pages" },
  exit_page: { one: "Exit page", many: "Exit pages", tab: "Exit pages" },
  hostname: { one: "Subdomain", many: "Subdomains" },
  country: { one: "Country", many: "Countries" },
  region: { one: "Region", many: "Regions" },
  city: { one: "City", many: "Cities" },
  continent: { one: "Continent", many: "Continents" },
  campaign: { one: "Campaign", many: "Campaigns" },
  utm_source: { one: "UTM source", many: "UTM sources" },
  utm_medium: { one: "UTM medium", many: "UTM media" },
  utm_term: { one: "UTM term", many: "UTM terms", tab: "UTM terms" },
  utm_content: { one: "UTM content", many: "UTM contents" },
  browser: { one: "Browser", many: "Browsers" },
  browser_version: { one: "Browser version", many: "Browser versions", tab: "Browser versions" },
  language: { one: "Language", many: "Languages" },
  device: { one: "Device", many: "Devices" },
  operating_system: { one: "Operating system", many: "Operating systems", tab: "Systems" },
  operating_system_version: {
    one: "System version",
    many: "System versions",
    tab: "System versions",
  },
  screen_resolution: { one: "Screen size", many: "Screen sizes", tab: "Screens" },
  mark: { one: "Mark", many: "Marks" },
  event: { one: "Event", many: "Custom events" },
  visitor: { one: "Visitors", many: "Visitors by day", tab: "Visitors" },
  visit: { one: "Visits", many: "Visits by day", tab: "Visits" },
  pageview: { one: "Page views", many: "Page views by day", tab: "Page views" },
} satisfies Record<string, DimensionWords>;

/** The names of dimensions, of what their lists count, and of the cards. */
export const dimensionsWords = translated("dimensions", {
  names: names as Readonly<Record<keyof typeof names, DimensionWords>>,
  /** Over the numbers of a list. */
  measures: { visitors: "Visitors", pageviews: "Page views", visits: "Visits", times: "Times" },
  /** The titles of the cards. */
  cards: {
    sources: "Sources",
    pages: "Pages",
    places: "Places",
    campaigns: "Campaigns",
    browsers: "Browsers",
    devices: "Devices",
    events: "Custom events",
    days: "Days",
  },
});
